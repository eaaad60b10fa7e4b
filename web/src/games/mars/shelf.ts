import type { Event, View } from '../../generated/mars';
import type { Shelf } from '../shelf';
import { game, thumbnail } from '../types';
import poster from './poster.svg?no-inline';

export default {
  title: ['Operation Mars', '火星行动'],
  lure: ['The Rzhev salient, 1942. Two armies, one front, fog.', '1942 年勒热夫突出部。两军对垒，一条战线，迷雾重重。'],
  poster,
  load: async () => game<View, Event>(await import('./index')),
  rules: () => import('./Rules.svelte'),
  words: () => import('./options'),
  thumbnail: async () => thumbnail<View>(await import('./thumbnail')),
  menu: () => import('./Menu.svelte'),
  sides: {
    soviets: [['Soviets', '苏军'], ['Attack: you have 15 of 70 points. Take the towns of the salient; Rzhev and Vyazma count double.', '进攻：现有 15 分（共 70 分）。夺取突出部的城镇，勒热夫和维亚济马加倍。']],
    germans: [['Germans', '德军'], ['Defend: you hold 55 of 70 points. Keep the towns of the salient to the last turn.', '防守：已有 55 分（共 70 分）。守住突出部的城镇直到最后一回合。']],
  },
  chance: () => 'dice',
} satisfies Shelf;
