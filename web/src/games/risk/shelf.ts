import type { Event, View } from '../../generated/risk';
import type { Shelf } from '../shelf';
import { game, thumbnail } from '../types';
import poster from './poster.svg?no-inline';

export default {
  title: ['Risk', '大战役'],
  lure: ['The world in 42 lands, and dice to divide it.', '四十二块领土的世界，由骰子来瓜分。'],
  poster,
  load: async () => game<View, Event>(await import('./index')),
  rules: () => import('./Rules.svelte'),
  words: () => import('./options'),
  thumbnail: async () => thumbnail<View>(await import('./thumbnail')),
  wide: true,
  chance: () => 'dice',
  closed: (options) => options.spectators === 'eliminated',
} satisfies Shelf;
