import type { Event, View } from '../../generated/marelles';
import type { Shelf } from '../shelf';
import { game, thumbnail } from '../types';
import poster from './poster.svg?no-inline';

export default {
  title: ['Marelles', '九子棋'],
  lure: ['Three in a row takes a stone. Ten centuries old.', '三子连线便吃一子，流传千年。'],
  poster,
  load: async () => game<View, Event>(await import('./index')),
  rules: () => import('./Rules.svelte'),
  words: () => import('./options'),
  thumbnail: async () => thumbnail<View>(await import('./thumbnail')),
  sides: { black: [['Slate', '黑方'], ['begins', '先行']], white: [['Ivory', '白方'], ['moves second', '后行']] },
  sided: ['first'],
  chance: (options) => (options.first === 'random' ? 'toss' : null),
} satisfies Shelf;
