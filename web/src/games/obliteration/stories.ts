// The log as a story: a turn and what it brought in one sentence, however many waves ran.
import type { LogLine } from '../../generated/protocol';
import type { Event, Preview } from '../../generated/obliteration';
import type { Names, Seen, Story } from '../types';
import { word } from './words';

export function stories(lines: LogLine[], names: Names): Map<number, Story[]> {
  const told = new Map<number, Story[]>();
  for (const line of lines) {
    const events = line.events as unknown as Event[];
    const turned = events.find((event) => event.kind === 'turned');
    if (turned === undefined) continue;
    const taken = new Map<number | null, number>();
    for (const event of events) if (event.kind === 'converted') taken.set(event.from, (taken.get(event.from) ?? 0) + 1);
    const parts = [...taken].map(([from, n]) => (from === null ? word('wakes', { n }) : word('takes', { n, name: names(from) })));
    const total = [...taken.values()].reduce((sum, n) => sum + n, 0);
    const text = word('log', { name: names(turned.seat), x: turned.x, y: turned.y, what: parts.length === 0 ? word('nothing') : parts.join(word('and')) });
    const ends = events.flatMap((event) => (event.kind === 'eliminated' ? [word('out', { name: names(event.seat) })] : event.kind === 'over' ? [word('won', { name: names(event.winner) })] : []));
    told.set(line.seq, [{ text, gain: total > 0 ? `+${total}` : '' }, ...ends]);
  }
  return told;
}

/** A turn that is only spoken of, with what it would bring where that is known. */
export function say(action: string, seen?: Seen): string {
  const effect = seen?.effect as Preview | undefined;
  if (effect === undefined) return action;
  const [x = '', y = ''] = action.split(',');
  return `${word('say', { x, y })}${effect.converted.length > 0 ? word('brings', { n: effect.converted.length }) : ''}`;
}
