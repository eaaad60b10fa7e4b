import type { NewTable, SeatInfo, TableInfo } from '../generated/protocol';
import { shelf } from '../games/shelf';
import type { Both } from '../games/types';
import { router } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { complain } from '../lib/toast.svelte';
import { lang, maybe, t } from '../words/i18n.svelte';
import { api, freshNonce, keepNonce } from './api';
import type { GameInfo } from './games';
import { session } from './session.svelte';
import { connection } from './socket.svelte';

/** What the house has written into the page; nothing on pages that it sends as they are. */
function written(): GameInfo[] {
  const text = document.getElementById('games')?.textContent ?? '';
  return text === '' ? [] : (JSON.parse(text) as { games: GameInfo[] }).games;
}

/** The games of the house, asked for once. */
class Catalogue {
  games = $state.raw<GameInfo[]>(written());
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    if (this.games.length > 0) return Promise.resolve();
    this.#asked ??= api<{ games: GameInfo[] }>('/games').then(
      ({ games }) => void (this.games = games),
      (error: unknown) => {
        this.#asked = null;
        throw error;
      },
    );
    return this.#asked;
  }

  of(id: string): GameInfo | undefined {
    return this.games.find((game) => game.id === id);
  }
}

export const catalogue = new Catalogue();

const own = (both: Both | undefined): string | undefined => both?.[lang() === 'zh' ? 1 : 0];

export function gameName(id: string): string {
  return own(shelf(id)?.title) ?? catalogue.of(id)?.name ?? id;
}

/** One line that makes somebody want to play it. */
export function gameLure(id: string): string {
  return own(shelf(id)?.lure) ?? catalogue.of(id)?.about ?? '';
}

export function seatName(seat: SeatInfo | undefined, index: number): string {
  if (seat?.bot !== undefined) return t('seat.bot', { n: index + 1, level: levelName(seat.bot) });
  return seat?.name ?? t('seat.number', { n: index + 1 });
}

/** The computer player to propose: as strong as the last one chosen, if this game has that level. */
export function usualLevel(game: GameInfo | undefined): string {
  const levels = game?.bots ?? [];
  return [settings.level, 'medium'].find((it) => levels.includes(it)) ?? levels[0] ?? '';
}

export function levelName(level: string): string {
  return maybe(`level.${level}`, level);
}

/** The name somebody gave the table; the one the house makes up says nothing new. */
export function tableName(table: TableInfo): string {
  return table.name === `${table.host}'s ${catalogue.of(table.game)?.name}` ? '' : table.name;
}

/** Whether somebody without a seat may look on; a game's own options may close the match, too. */
export function mayWatch(table: TableInfo): boolean {
  return table.watch !== 'off' && !(shelf(table.game)?.closed?.(table.options) ?? false);
}

/** What people who play each other expect of the game, for a table where nothing else is chosen. */
export function tableDefaults(game: GameInfo): Pick<NewTable, 'clock' | 'confirm'> {
  const { turn_seconds: seconds, confirm } = game.table_defaults;
  return { confirm, clock: seconds === null ? { type: 'none' } : { type: 'per_move', seconds } };
}

/** Makes a table under the person's name and goes there. */
export async function openTable(new_: NewTable): Promise<void> {
  if (!(await session.need())) return;
  const nonce = freshNonce();
  try {
    const answer = await connection.request({ type: 'create_table', ...new_, nonce });
    if (answer.type === 'done' && answer.table) arrive(answer.table, nonce);
  } catch (error) {
    complain(error);
  }
}

export function arrive(table: TableInfo, nonce?: string): void {
  if (nonce !== undefined) keepNonce(table.id, nonce);
  router.go(`/t/${table.id}`);
}
