import type { Batch } from '../games/types';
import type { Seen } from '../games/coexistence/seen';
import type { GameEvent } from '../generated/protocol';

/** What `parlor join` tells: crates/parlor/src/join/table.rs. Seat 0 is ours. */
export interface Joined {
  server: string;
  status: 'connecting' | 'waiting' | 'playing' | 'over' | 'lost';
  trouble: { code: string; message: string } | null;
  names: [string, string];
  view: Seen | null;
  legal: string[];
  pending: string | null;
  outcome: 'won' | 'lost' | 'nobody' | 'told' | null;
  log: string[];
  news: number;
  events: GameEvent[];
}

/** The foreign game as the program on this machine sees it. */
export class JoinedTable {
  now = $state.raw<Joined | null>(null);
  batch = $state.raw<Batch>({ n: 0, lines: [] });
  /** The program itself is gone, or was never there. */
  away = $state(false);
  #events = new EventSource('/join/events');

  constructor() {
    this.#events.onmessage = ({ data }: MessageEvent<string>) => this.#hear(data);
    // The browser tries again by itself, unless the answer was no stream of events at all.
    this.#events.onerror = () => (this.away = true);
  }

  close(): void {
    this.#events.close();
  }

  #hear(data: string): void {
    let told: Joined;
    try {
      told = JSON.parse(data) as Joined;
    } catch {
      return;
    }
    this.away = false;
    const fresh = this.now !== null && told.news > this.now.news;
    this.now = told;
    if (fresh) {
      const line = { seq: told.news, kind: 'action', seat: null, events: told.events, words: [], at_ms: Date.now() };
      this.batch = { n: told.news, lines: [line] };
    }
  }
}
