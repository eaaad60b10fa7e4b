import type { Event, View } from '../../generated/obliteration';
import type { Shelf } from '../shelf';
import { game, thumbnail } from '../types';
import poster from './poster.svg?no-inline';

export default {
  title: ['Obliteration', '湮灭'],
  lure: ['Turn one hex, and light runs through the whole board.', '转动一个六边形，光便传遍全盘。'],
  poster,
  load: async () => game<View, Event>(await import('./index')),
  rules: () => import('./Rules.svelte'),
  words: () => import('./options'),
  thumbnail: async () => thumbnail<View>(await import('./thumbnail')),
  chance: () => 'start',
} satisfies Shelf;
