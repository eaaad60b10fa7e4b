import type { Followed } from '../net/match.svelte';
import { api } from '../net/api';
import type { RatingChange, RecordRow } from '../parts/Records.svelte';

export interface SeatRating {
  before: number;
  after: number;
  /** This and the matches before it. */
  history: number[];
}

/** The result is recorded a moment after the last move. */
const AGAIN_MS = 700;
const TIMES = 6;

/** What a rated match did to the ratings of its people, by seat; read when it is over. */
export class RatingWatch {
  seats = $state.raw<Record<number, SeatRating>>({});

  constructor(followed: Followed) {
    let asked = false;
    $effect(() => {
      const { snap, table } = followed;
      if (asked || snap === null || snap.outcome === null || !(table ?? snap.table).rated) return;
      asked = true;
      const { seats, game, id } = table ?? snap.table;
      const category = seats.length > 2 ? `${game}:many` : game;
      seats.forEach(({ name }, seat) => name !== undefined && void this.#read(seat, name, category, id, TIMES));
    });
  }

  async #read(seat: number, name: string, game: string, match: string, times: number): Promise<void> {
    let history: RatingChange[] = [];
    try {
      const { records } = await api<{ records: RecordRow[] }>(`/players/${encodeURIComponent(name)}`);
      history = records.find((row) => row.game === game)?.history ?? [];
    } catch {
      // Without it the result is told without ratings.
      return;
    }
    const at = history.findIndex((it) => it.match === match);
    const found = history[at];
    if (found !== undefined) this.seats = { ...this.seats, [seat]: { before: found.before, after: found.after, history: [...history.slice(Math.max(0, at - 11), at + 1)].map((it) => it.after) } };
    else if (times > 0) setTimeout(() => void this.#read(seat, name, game, match, times - 1), AGAIN_MS);
  }
}
