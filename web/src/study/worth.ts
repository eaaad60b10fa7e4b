import type { Worth } from './tree.svelte';
import { word } from './words';

/** What a move is worth to whoever makes it, in a word or two. */
export function worthText({ proven, chance }: Worth): string {
  if (proven === null) return chance === null ? '' : `${Math.round(chance * 100)} %`;
  if (proven.ending === 'draw') return word('draw');
  const win = proven.ending === 'win';
  if (proven.plies === undefined) return word(win ? 'wins' : 'loses');
  return word(win ? 'wins.in' : 'loses.in', { n: proven.plies });
}

/** How it is drawn: good, even, bad. */
export function worthKind({ proven, chance }: Worth): 'win' | 'draw' | 'loss' | 'open' {
  if (proven !== null) return proven.ending;
  if (chance === null) return 'open';
  return chance >= 0.58 ? 'win' : chance <= 0.42 ? 'loss' : 'draw';
}

export const SIGNS = { win: '+', draw: '=', loss: '−', open: '·' } as const;
