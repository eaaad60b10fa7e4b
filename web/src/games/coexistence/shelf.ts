import type { Event, View } from '../../generated/coexistence';
import type { Shelf } from '../shelf';
import { game, thumbnail } from '../types';
import poster from './poster.svg?no-inline';

export default {
  title: ['CoExistence', '共存'],
  lure: ['Axe, hammer, sword, arrow: a quick duel of open cards.', '斧、锤、剑、箭：明牌快速对决。'],
  poster,
  load: async () => game<View, Event>(await import('./index')),
  rules: () => import('./Rules.svelte'),
  words: () => import('./options'),
  thumbnail: async () => thumbnail<View>(await import('./thumbnail')),
  chance: () => 'deal',
} satisfies Shelf;
