import type { Event } from '../../generated/coexistence';
import type { Names, SeatColour } from '../types';
import { SEATS } from './palette';
import { column } from './columns';
import type { Seen } from './seen';
import { unitName, w } from './words';

export { default as Board } from './Board.svelte';
export { say, stories } from './stories';
export const saysByView = true;
export { tune } from './tune';
export const cards = 'board';

export function colours(): SeatColour[] {
  return SEATS.map((seat) => ({ ...seat, label: '' }));
}

export function phase(view: Seen, _toAct: number[], names: Names): string {
  if (view.turn === null) return w('over');
  return `${w('round', { n: Math.min(view.round, view.rounds), of: view.rounds })} · ${names(view.turn)}: ${w('do')}`;
}

export const score = (view: Seen): number[] => [...view.scores];

export function standing(view: Seen, seat: number): string {
  return w('left', { n: view.hands[seat]?.filter((it) => it !== null).length ?? 0 });
}

export function chinese(event: Event, names: Names): string | null {
  const who = 'seat' in event ? names(event.seat) : '';
  switch (event.kind) {
    case 'attacked':
      return `${who}：${column(event.own)} ${unitName(event.attacker_unit)} 击杀 ${column(event.target)} ${unitName(event.target_unit)}，得 ${event.points} 点`;
    case 'passed': return event.by_clock ? `${who} 超时，不出` : `${who} 不出`;
    case 'round_over': return `第 ${event.round} 轮结束`;
    case 'dealt': return `第 ${event.round} 轮发牌，${names(event.starts)} 先手`;
    case 'left': return `${who} 离开`;
    case 'over': return event.winner === null ? '四轮已过，双方皆负' : `${names(event.winner)} 获胜`;
    default: return null;
  }
}
