import type { Event, View } from '../../generated/mars';
import type { Shelf } from '../shelf';
import { game, thumbnail } from '../types';
import poster from './poster.svg?no-inline';

export default {
  title: ['Operation Mars', '火星行动'],
  lure: ['The Rzhev salient, 1942. Two armies, one front, fog.', '1942 年勒热夫突出部。两军对垒,一条战线,迷雾重重。'],
  poster,
  load: async () => game<View, Event>(await import('./index')),
  rules: () => import('./Rules.svelte'),
  words: () => import('./options'),
  thumbnail: async () => thumbnail<View>(await import('./thumbnail')),
  menu: () => import('./Menu.svelte'),
  chance: () => 'dice',
} satisfies Shelf;
