import { api } from '../net/api';
import type { Followed } from '../net/match.svelte';
import { complain } from '../lib/toast.svelte';

export interface Turn {
  seq: number;
  seat: number;
  change: number;
  kind: 'luck' | 'missed' | 'inaccuracy' | 'mistake' | 'blunder';
  /** In the game's notation. */
  played: string | null;
  better: { action: string; line: string[]; chance: number; /** The game's own preview of it. */ effect?: unknown } | null;
}
/** What is known so far: coarse at first, finer while somebody looks. */
export interface Reviewed {
  status: 'working' | 'done';
  /** Positions looked at, and all there are; while it works. */
  done?: number;
  of?: number;
  positions: { seq: number; chances: number[] }[];
  turns: Turn[];
  luck: number[];
}

const ASK_AGAIN_MS = 400;
/** Smaller changes by chance are in the sums, not on the list. */
const NOTABLE = 0.05;

/** A bot's look at a finished match: asked for once, shared by all panels. */
export class ReviewRun {
  progress = $state.raw<Reviewed | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #followed: Followed;
  #views = $state.raw<Record<number, unknown>>({});
  readonly #asked = new Set<number>();

  constructor(followed: Followed) {
    this.#followed = followed;
    $effect(() => () => clearTimeout(this.#timer));
  }

  /** Enough to draw. */
  get shown(): Reviewed | null {
    return this.progress !== null && this.progress.positions.length > 1 ? this.progress : null;
  }

  /** What is worth a line: mistakes, and chance that changed something. */
  get notable(): Turn[] {
    return this.shown?.turns.filter((it) => it.kind !== 'luck' || Math.abs(it.change) >= NOTABLE) ?? [];
  }

  /** Where the winner's chance rose most in one move, up to entry `last`. */
  turningPoint(seat: number, last: number): { seq: number; before: number; after: number } | null {
    const positions = this.shown?.positions.filter((it) => it.seq <= last) ?? [];
    let best: { seq: number; before: number; after: number } | null = null;
    for (const [i, now] of positions.entries()) {
      const [before, after] = [positions[i - 1]?.chances[seat], now.chances[seat]];
      if (before === undefined || after === undefined) continue;
      if (best === null || after - before > best.after - best.before) best = { seq: now.seq, before, after };
    }
    return best !== null && best.after - best.before > NOTABLE ? best : null;
  }

  /** The position in which a move was made, as this viewer may see it; undefined until it has come. */
  before(turn: Turn): unknown {
    return this.#views[turn.seq - 1];
  }

  /** Asks for that position, once, if there is a better move to be named in it. */
  look({ seq, better }: Turn): void {
    if (better === null || this.#asked.has(seq)) return;
    this.#asked.add(seq);
    void api<{ view: unknown }>(`/matches/${this.#followed.id}/views/${seq - 1}${this.#followed.query}`).then(({ view }) => (this.#views = { ...this.#views, [seq - 1]: view }), () => undefined);
  }

  ask(): void {
    if (this.progress === null) void this.#poll();
  }

  async #poll(): Promise<void> {
    try {
      this.progress = await api<Reviewed>(`/matches/${this.#followed.id}/review${this.#followed.query}`);
      if (this.progress.status === 'working') this.#timer = setTimeout(() => void this.#poll(), ASK_AGAIN_MS);
    } catch (error) {
      this.progress = null;
      complain(error);
    }
  }
}

export function percent(change: number): string {
  const n = Math.round(change * 100);
  return n === 0 ? '0 %' : `${n > 0 ? '+' : '−'}${Math.abs(n)} %`;
}
