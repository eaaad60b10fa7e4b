import { api } from '../net/api';
import type { Followed } from '../net/match.svelte';
import { session } from '../net/session.svelte';

interface Row {
  game: string;
  rating: number;
}

/** The own rating before and after a rated match; before only if this page saw the match run. */
export class RatingWatch {
  before = $state<number | null>(null);
  after = $state<number | null>(null);

  constructor(followed: Followed) {
    let asked: 'before' | 'after' | null = null;
    $effect(() => {
      const { snap, table } = followed;
      if (snap === null || snap.seat === null || !(table ?? snap.table).rated) return;
      const when = snap.outcome === null ? 'before' : 'after';
      if (asked === when) return;
      asked = when;
      void this.#read(when, followed);
    });
  }

  async #read(when: 'before' | 'after', followed: Followed): Promise<void> {
    const name = session.me?.name;
    const table = followed.table ?? followed.snap?.table;
    if (name === undefined || table === undefined) return;
    const game = table.seats.length > 2 ? `${table.game}:many` : table.game;
    try {
      const { records } = await api<{ records: Row[] }>(`/players/${encodeURIComponent(name)}`);
      this[when] = records.find((row) => row.game === game)?.rating ?? null;
    } catch {
      // Without it the result is told without a rating.
    }
  }
}
