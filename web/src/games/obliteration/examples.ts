// Examples of the rule page (9.2): boards before a move, the move, and the waves the house showed for it.
import { lang } from '../../words/i18n.svelte';

export interface Example {
  columns: number;
  rows: number;
  /** Rows of cells: owner and rotation. */
  before: string;
  hex: [number, number];
  seat: number;
  waves: [number, number][][];
  note: () => string;
}

const both = (en: string, zh: string) => (): string => (lang() === 'zh' ? zh : en);

/** Example 4: a loop, and arrows in both directions. */
export const CHAIN: Example = {
  columns: 5, rows: 5, seat: 0, hex: [0, 2],
  before: 'A3 A4 .0 .5 .0 / A0 .3 .2 .5 .3 / A0 .2 .3 .4 .4 / .1 .5 .3 .4 .2 / .1 .3 .5 .3 .4',
  waves: [[[0, 2]], [[1, 1]], [[1, 2]], [[0, 3], [2, 3]], [[1, 3], [2, 2], [2, 4], [3, 2]], [[0, 4], [3, 3], [4, 2]], [[4, 1]]],
  note: both('One turn, six waves, twelve hexes: everything that hangs together by arrows, whichever way they point.', '转一步，六波，十二格：凡由箭头相连的都变色，不论指向哪边。'),
};
/** Example 6: the last hexes of a player fall. */
export const END: Example = {
  columns: 4, rows: 4, seat: 0, hex: [1, 1],
  before: '.5 A3 .0 B1 / .4 A1 A5 B0 / .3 .3 B2 B0 / .3 .3 .3 B0',
  waves: [[[1, 1]], [[2, 2]], [[3, 2]], [[3, 1], [3, 3]], [[3, 0]]],
  note: both('Orange hangs together, so one arrow takes it all: orange is out.', '橙方全连在一起，一箭尽取：橙方出局。'),
};
/** Example 7a: nothing turns, and the group behind is safe. */
export const LOOSE: Example = {
  columns: 4, rows: 4, seat: 0, hex: [1, 0],
  before: 'A2 A2 .0 .0 / .4 A4 A3 B3 / A3 A3 A4 B3 / A3 A3 .3 B1',
  waves: [[[1, 0]]],
  note: both('It now points at an own hex: nothing turns. But it is cut loose from the group that orange can reach.', '现在它指向自己的格子，没有变化；但它已脱离橙方够得着的那一组。'),
};
