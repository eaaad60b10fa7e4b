// The log as a story: who struck whom, and for how much.
import type { LogLine } from '../../generated/protocol';
import type { Event } from '../../generated/coexistence';
import type { Names, Story } from '../types';
import { column } from './columns';
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
