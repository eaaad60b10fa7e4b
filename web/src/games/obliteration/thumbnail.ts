import type { View } from '../../generated/obliteration';
import { lang } from '../../words/i18n.svelte';
import type { Names } from '../types';

export { default as Small } from './Small.svelte';

/** Who holds how much: the numbers of two, the first of many. */
export function line(view: View, names: Names): string {
  const zh = lang() === 'zh';
  const order = view.seats.map((it) => it).sort((a, b) => b.hexes - a.hexes);
  const [first, second] = order;
  if (first === undefined || second === undefined) return '';
  if (view.seats.length === 2) return zh ? `${first.hexes} 格对 ${second.hexes} 格` : `${first.hexes} ${first.hexes === 1 ? 'hex' : 'hexes'} to ${second.hexes}`;
  return zh ? `第 ${view.turns + 1} 手 · ${names(first.seat)} 领先` : `turn ${view.turns + 1} · ${names(first.seat)} leads`;
}
