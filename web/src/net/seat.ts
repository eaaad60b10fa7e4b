import type { TableInfo } from '../generated/protocol';

/** Whether this person's screen is shared by several at the table. */
export const sharesScreen = (table: TableInfo, me: string | undefined): boolean => table.screen === true && table.host === me;

/** All who play sit before one screen. */
export const isOneScreen = (table: TableInfo): boolean => table.screen === true && table.seats.every((it) => it.screen === true || it.bot !== undefined || it.name === undefined);

/** Whether this person answers for a seat: their own, or one at their screen. */
export function isOwn(table: TableInfo, seat: number, me: string | undefined): boolean {
  const it = table.seats[seat];
  if (it === undefined || me === undefined) return false;
  return sharesScreen(table, me) ? it.screen === true : it.name === me && it.screen !== true;
}

/** The person's seat, at a shared screen the first there; -1 for those who do not sit at the table. */
export const ownSeat = (table: TableInfo, me: string | undefined): number => table.seats.findIndex((_, i) => isOwn(table, i, me));

export type End = 'win' | 'loss' | 'draw' | 'none';
/** How a match ended for whoever sat at these seats: where nobody wins, everybody has lost; broken off, it counts for nobody. */
export function endFor({ outcome }: TableInfo, own: (seat: number) => boolean): End {
  if (outcome?.winner != null) return own(outcome.winner) ? 'win' : 'loss';
  return outcome?.kind === 'no_winner' ? 'loss' : outcome?.kind === 'draw' ? 'draw' : 'none';
}
