// Where one sits: the sides of a game by name, and what this browser chose the last time.
import type { SeatChoice, TableInfo } from '../generated/protocol';
import { shelf } from '../games/shelf';
import { keepSettings, settings } from '../lib/settings.svelte';
import { lang, maybe } from '../words/i18n.svelte';
import { catalogue } from './catalogue.svelte';

/** Of these ids the shell knows the words; other sides are the game's own. */
const word = (game: string, id: string, what: 0 | 1): string => {
  const own = shelf(game)?.sides?.[id]?.[what];
  if (own !== undefined) return own[lang() === 'zh' ? 1 : 0];
  const declared = catalogue.of(game)?.sides.find((side) => side.id === id);
  return maybe(what === 0 ? `side.${id}` : `side.${id}.about`, (what === 0 ? declared?.name : declared?.about) ?? id);
};

export const sideName = (game: string, id: string): string => word(game, id, 0);
export const sideAbout = (game: string, id: string): string => word(game, id, 1);

/** The ids of the sides that so many sit at with the usual options; none where a lot decides. */
export function usualSides(game: string, seats: number): string[] {
  return (catalogue.of(game)?.sides ?? []).slice(0, seats).map((side) => side.id);
}

/** What was chosen the last time. Whoever has never chosen begins, for the first game leads through the first moves. */
export function keptSide(game: string, seats = 2): SeatChoice {
  const kept = settings.sides[game] ?? (catalogue.of(game)?.shuffle_seats ? 'random' : 0);
  return typeof kept === 'number' && kept >= seats ? 0 : kept;
}

export const hasChosenSide = (game: string): boolean => game in settings.sides;

export function keepSide(game: string, choice: SeatChoice): void {
  settings.sides[game] = choice;
  keepSettings();
}

/** Whether somebody who comes in could have this seat: nobody sits there who chose it. */
export function isToBeHad(table: TableInfo, seat: number): boolean {
  const there = table.seats[seat];
  return there !== undefined && (there.name === undefined || there.random === true);
}
