// The log as a story: a battle of many throws is one sentence, told when it is over.
import type { Battle } from '../../generated/risk';
import type { GameEvent, LogLine } from '../../generated/protocol';
import type { Names } from '../types';
import { lang } from '../../words/i18n.svelte';
import { labelName } from './world.svelte';
import { type StoryKey, story } from './story-words';

interface Fight {
  from: number;
  to: number;
  throws: number;
  lost: [number, number];
}

const number = (event: GameEvent, field: string): number => Number(event[field]);
const list = (parts: string[]): string => (lang() === 'zh' ? parts.join('、') : parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`);

/** What each entry says, by its number; entries that are told with a later one say nothing. */
export function stories(lines: LogLine[], names: Names): Map<number, string[]> {
  const told = new Map<number, string[]>();
  let fight: Fight | null = null;
  lines.forEach((line, at) => {
    if (line.kind === 'take_back') {
      fight = null;
      return;
    }
    const out: string[] = [];
    for (const event of line.events) {
      if (event.kind === 'battle') {
        const battle = event as unknown as Battle;
        if (fight?.from !== battle.from || fight.to !== battle.to) fight = { from: battle.from, to: battle.to, throws: 0, lost: [0, 0] };
        fight = { ...fight, throws: fight.throws + 1, lost: [fight.lost[0] + battle.attacker_loses, fight.lost[1] + battle.defender_loses] };
        if (battle.fell || !goesOn(lines, at, battle)) {
          out.push(outcome(battle, fight, names));
          fight = null;
        }
      } else {
        const text = plain(event, names);
        if (text !== null) out.push(text);
      }
    }
    // An attack whose answer is still awaited is told at once; the throws before stay quiet.
    if (out.length === 0 && at === lines.length - 1) {
      const attack = line.events.find((event) => event.kind === 'attacked');
      if (attack !== undefined) out.push(story('marches', { who: names(number(attack, 'seat')), to: labelName(number(attack, 'to')), from: labelName(number(attack, 'from')) }));
      else if (fight !== null) out.push(...line.events.filter((event) => event.kind === 'battle').map((event) => outcome(event as unknown as Battle, fight!, names)));
    }
    if (line.kind === 'action' || out.length > 0) told.set(line.seq, out);
  });
  return told;
}

/** Whether the next attack is the same one again. */
function goesOn(lines: LogLine[], at: number, battle: Battle): boolean {
  const next = lines[at + 1];
  if (next === undefined) return false;
  return next.events.some((event) => event.kind === 'attacked' && number(event, 'from') === battle.from && number(event, 'to') === battle.to);
}

function outcome(battle: Battle, fight: Fight, names: Names): string {
  const values = {
    who: names(battle.attacker), whom: names(battle.defender), to: labelName(battle.to), from: labelName(battle.from),
    n: fight.throws, a: fight.lost[0], d: fight.lost[1],
  };
  const throws = story(fight.throws === 1 ? 'throw.one' : 'throw.many', values);
  return `${story(battle.fell ? 'takes' : 'holds', values)} ${throws}`;
}

function plain(event: GameEvent, names: Names): string | null {
  const who = typeof event.seat === 'number' ? names(event.seat) : '';
  const tell = (key: StoryKey, more: Record<string, string | number> = {}): string => story(key, { who, ...more });
  const land = (field: string): string => labelName(number(event, field));
  switch (event.kind) {
    case 'claimed': return tell('claimed', { to: land('territory') });
    case 'placed': return tell('placed', { to: land('territory') });
    case 'turned_in': {
      const n = (event.cards as number[]).length;
      return tell(n === 1 ? 'turned_in.one' : 'turned_in', { n, troops: number(event, 'troops') });
    }
    case 'reinforced': {
      const troops = event.troops as [number, number][];
      return tell('reinforced', { n: troops.reduce((sum, [, n]) => sum + n, 0), where: list(troops.map(([id, n]) => (troops.length === 1 ? labelName(id) : `${labelName(id)} ${n}`))) });
    }
    case 'eliminated': return tell('eliminated', { by: names(number(event, 'by')) });
    case 'captured': return tell('captured', { n: number(event, 'count'), from: names(number(event, 'from')) });
    case 'occupied': return number(event, 'troops') === 1 ? tell('occupied.one', { to: land('to') }) : tell('occupied', { n: number(event, 'troops'), to: land('to') });
    case 'transferred': return tell('transferred', { n: number(event, 'troops'), from: land('from'), to: land('to') });
    case 'skipped': return event.phase === 'turn_in' ? tell('kept') : null;
    case 'drew': return event.stars == null ? tell('drew') : tell('drew.own', { n: number(event, 'stars') });
    case 'no_cards_left': return tell('no_cards_left');
    case 'timed_out': return tell('timed_out');
    case 'departed': return tell('departed');
    case 'ended': return tell('ended');
    // Attacks and rolls are told with their battle.
    default: return null;
  }
}
