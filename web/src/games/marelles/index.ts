import type { Event, View } from '../../generated/marelles';
import type { Names, SeatColour } from '../types';
import { SEATS } from './palette';
import { label } from './labels';
import { w } from './words';

export { default as Board } from './Board.svelte';
export { default as Editor } from './Editor.svelte';
export { stories } from './stories';
export { tune } from './tune';
export const cards = 'board';

export function colours(view: View): SeatColour[] {
  return view.colours.map((colour) => ({ ...SEATS[colour], label: w(colour === 'black' ? 'slate' : 'ivory') }));
}

const DO = { placing: 'do_placing', moving: 'do_moving', flying: 'do_flying' } as const;

export function phase(view: View, _toAct: number[], names: Names): string {
  if (view.to_move === null) return w('over');
  const what = view.pending_removal ? 'do_remove' : DO[view.stages[view.to_move] ?? 'placing'];
  return `${names(view.to_move)}: ${w(what)}`;
}

export const score = (view: View): number[] => [...view.captured];

export function standing(view: View, seat: number): string {
  return w('standing', { h: view.hands[seat] ?? 0, t: view.captured[seat] ?? 0 });
}

export function chinese(event: Event, names: Names): string | null {
  const who = 'seat' in event ? names(event.seat) : '';
  switch (event.kind) {
    case 'placed': return `${who} 落子 ${label(event.at)}`;
    case 'moved': return `${who} ${event.flew ? '飞' : '移'}：${label(event.from)} → ${label(event.to)}`;
    case 'mill': return `${who} 成线，可吃一子`;
    case 'removed': return `${who} 吃掉 ${label(event.at)}`;
    case 'stage': return event.stage === 2 ? '棋子已放完，开始移动' : '有人只剩三子，可以飞行';
    case 'over': return event.winner === null ? '和棋' : `${names(event.winner)} 获胜`;
    default: return null;
  }
}
