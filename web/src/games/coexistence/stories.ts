// The log as a story: who struck whom, and for how much.
import type { LogLine } from '../../generated/protocol';
import type { Event } from '../../generated/coexistence';
import type { Names, Seen, Story } from '../types';
import { column, columnOf } from './columns';
import type { Seen as Table } from './seen';
import { points, unitName, w } from './words';

export function stories(lines: LogLine[], names: Names): Map<number, Story[]> {
  const told = new Map<number, Story[]>();
  for (const line of lines) {
    if (line.kind !== 'action') continue;
    told.set(line.seq, (line.events as unknown as Event[]).flatMap((event): Story[] => {
      switch (event.kind) {
        case 'attacked': {
          const [a, b] = [unitName(event.attacker_unit).toLowerCase(), unitName(event.target_unit).toLowerCase()];
          return [{ text: w('log', { name: names(event.seat), a, own: column(event.own), b, at: column(event.target) }), gain: points(event.points) }];
        }
        case 'passed': return [w(event.by_clock ? 'log_clock' : 'log_pass', { name: names(event.seat) })];
        case 'dealt': return [w('log_round', { n: event.round, name: names(event.starts) })];
        case 'over': return [event.winner === null ? w('log_nobody') : w('log_won', { name: names(event.winner) })];
        default: return [];
      }
    }));
  }
  return told;
}

/** A move that is only spoken of, by the cards of that position. */
export function say(action: string, seen?: Seen<Table>): string {
  const view = seen?.view;
  if (!/^[A-F]{2}$/.test(action) || view === undefined || view.turn === null) return action === 'PS' ? w('act_pass') : action;
  const [own, at] = [columnOf(action.charAt(0)), columnOf(action.charAt(1))];
  const [a, b] = [view.hands[view.turn]?.[own], view.hands[1 - view.turn]?.[at]];
  if (a == null || b == null) return action;
  return w('act', { a: unitName(a).toLowerCase(), own: column(own), b: unitName(b).toLowerCase(), at: column(at) });
}
