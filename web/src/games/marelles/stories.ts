// The log as a story: where a stone went, which mill it closed, and the move in notation at the side.
import type { Event } from '../../generated/marelles';
import type { LogLine } from '../../generated/protocol';
import type { Names, Story } from '../types';
import { label } from './labels';
import { lineName, w } from './words';

export function stories(lines: LogLine[], names: Names): Map<number, Story[]> {
  const told = new Map<number, Story[]>();
  for (const line of lines) {
    if (line.kind !== 'action') continue;
    const events = line.events as unknown as Event[];
    const mills = events.flatMap((event) => (event.kind === 'mill' ? event.lines : []));
    told.set(line.seq, events.flatMap((event): Story[] => {
      const name = 'seat' in event ? names(event.seat) : '';
      const closing = mills.length === 0 ? '' : w('log_mill', { line: mills.map(lineName).join(w('log_and')) });
      switch (event.kind) {
        case 'placed': return [{ lead: closing, text: w('log_place', { name, at: label(event.at) }), gain: '', side: label(event.at) }];
        case 'moved': return [{ lead: closing, text: w(event.flew ? 'log_fly' : 'log_slide', { name, at: label(event.to) }), gain: '', side: `${label(event.from)}–${label(event.to)}` }];
        case 'removed': return [{ text: w('log_take', { name, at: label(event.at) }), gain: '', side: `×${label(event.at)}` }];
        case 'stage': return [w(event.stage === 2 ? 'log_all_placed' : 'log_three_left')];
        case 'over': return [event.winner === null ? w('log_draw') : w('log_won', { name: names(event.winner) })];
        default: return [];
      }
    }));
  }
  return told;
}
