// The log as a story: one sentence a turn, units by their short names.
import type { Event, Fighter, View } from '../../generated/mars';
import type { LogLine } from '../../generated/protocol';
import type { Names, Seen, Story } from '../types';
import { shortName, townName } from './names';
import { story, way } from './story-words';
import { at, ends, sameTile, sideName } from './tiles';

/** Units named when several come into sight. */
const NAMED = 3;

type Fight = Extract<Event, { kind: 'fought' }>;
type March = Extract<Event, { kind: 'moved' }>;

export function stories(lines: LogLine[], _names: Names): Map<number, Story[]> {
  const told = new Map<number, Story[]>();
  for (const line of lines) {
    if (line.kind !== 'action') continue;
    const events = line.events as unknown as Event[];
    const town = events.find((event) => event.kind === 'captured')?.town ?? null;
    told.set(line.seq, events.flatMap((event): Story[] => {
      switch (event.kind) {
        case 'moved': return [{ text: march(event, town?.name ?? null), gain: town === null ? '' : `+${town.points}`, side: event.to === null ? '' : at(event.to) }];
        case 'swapped': {
          const [a, b] = event.steps.map((it) => shortName(it.unit.name));
          return [a === undefined || b === undefined ? story('somewhere', {}) : story('trades', { a, b })];
        }
        case 'fought': return [fight(event), ...[event.attacker, event.defender].flatMap(rise)];
        case 'sighted': {
          const units = event.units.slice(0, NAMED).map((it) => shortName(it.name)).join(', ');
          const rest = event.units.length - NAMED;
          return [story('sighted', { units: rest > 0 ? story('more', { units, n: rest }) : units })];
        }
        case 'passed': return [story('passed', { side: sideName(event.side) })];
        default: return [];
      }
    }));
  }
  return told;
}

function march(event: March, town: string | null): string {
  const unit = shortName(event.unit.name);
  if (event.to === null) return story('into', { unit });
  if (town !== null) return story('town', { unit, town: townName(town) });
  return event.from === null ? story('from', { unit, to: at(event.to) }) : story('marches', { unit, way: way(event.from, event.to) });
}

function fight({ attacker, defender }: Fight): string {
  const values = { a: shortName(attacker.unit.name), b: shortName(defender.unit.name), d: defender.damage, n: attacker.damage };
  if (attacker.died && defender.died) return story('both', values);
  return story(defender.died ? 'destroys' : attacker.died ? 'fails' : 'strikes', values);
}

function rise(it: Fighter): string[] {
  return it.promoted ? [story('rises', { unit: shortName(it.unit.name), n: it.unit.veterancy })] : [];
}

/** A move that is only spoken of, by the names of what stands there; of what is not seen, its notation. */
export function say(action: string, seen?: Seen<View>): string {
  const [from, to] = ends(action);
  const [a, b] = [from, to].map((tile) => seen?.view?.units.find((it) => sameTile(it.at, tile)));
  if (a === undefined) return action;
  const unit = shortName(a.name);
  if (b !== undefined) return story(a.side === b.side ? 'trades' : 'attacks', { a: unit, b: shortName(b.name) });
  const town = seen?.view?.towns.find((it) => sameTile(it.at, to));
  return town === undefined ? story('marches', { unit, way: way(from, to) }) : story('town', { unit, town: townName(town.name) });
}
