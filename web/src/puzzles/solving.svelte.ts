import type { Batch } from '../games/types';
import { complain } from '../lib/toast.svelte';
import { api } from '../net/api';
import type { Look } from '../study/tree.svelte';

/** A puzzle as the server poses it. What is right stays with the server until it is found or given up. */
export interface Posed {
  id: string;
  game: string;
  goal: 'win' | 'draw' | 'best';
  rating: number;
  levels: { level: string; found: number; of: number }[];
  found: { at_once: number; later: number; of: number };
  day: number | null;
  state: string | null;
  rated: boolean;
  look: Look;
}

export interface Solution {
  looks: Look[];
  line: { seat: number; action: string; roll: number }[];
  worth: string;
  start: unknown;
  chance: string;
}

export interface Outcome {
  state: string;
  rating: [number, number] | null;
}

interface Judged {
  verdict: 'right' | 'wrong' | 'solved';
  looks: Look[];
  solution: Solution | null;
  outcome: Outcome | null;
}

export interface Streak {
  now: number;
  best: number;
  week: { day: number; state: string | null }[];
}

export interface GamePuzzles {
  game: string;
  count: number;
  easiest: number;
  hardest: number;
  rating: number;
  deviation: number;
  tried: number;
  solved: number;
}

export interface Overview {
  day: number;
  games: GamePuzzles[];
  streak: Streak | null;
}

export interface Tried {
  id: string;
  game: string;
  state: string;
  at_ms: number;
  day: number | null;
  rating: number;
  goal: Posed['goal'];
  view: unknown;
}

/** Between two moves that are shown one after the other; long enough to see each. */
const STEP_MS = 750;

export type Mood = 'open' | 'right' | 'wrong' | 'solved' | 'shown';

/** One puzzle while somebody works on it. */
export class Solving {
  look = $state.raw<Look>() as Look;
  batch = $state.raw<Batch>({ n: 0, lines: [] });
  pending = $state<string | null>(null);
  mood = $state<Mood>('open');
  /** A hint: the right move is one of these. */
  among = $state.raw<string[] | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  solution = $state.raw<Solution | null>(null);
  /** Moves are being shown. */
  busy = $state(false);
  moves: string[] = [];
  #left = false;

  constructor(readonly posed: Posed) {
    this.look = posed.look;
  }

  get over(): boolean {
    return this.mood === 'solved' || this.mood === 'shown';
  }

  get legal(): string[] {
    if (this.busy || this.over || this.pending !== null) return [];
    const { among } = this;
    return among === null ? this.look.legal : this.look.legal.filter((it) => among.includes(it));
  }

  /** Nobody looks at it any more. */
  leave(): void {
    this.#left = true;
  }

  async play(action: string): Promise<void> {
    if (this.busy || this.over || this.pending !== null) return;
    this.pending = action;
    const before = this.look;
    try {
      const judged = await api<Judged>(`/puzzles/at/${this.posed.id}/try`, { body: { moves: [...this.moves, action] } });
      this.pending = null;
      this.outcome = judged.outcome ?? this.outcome;
      if (judged.verdict === 'wrong') {
        await this.#show(judged.looks);
        this.mood = 'wrong';
        // Back to where it went wrong, once it was seen.
        await this.#wait();
        this.look = before;
        this.busy = false;
        return;
      }
      this.moves.push(action);
      this.among = null;
      this.mood = judged.verdict === 'solved' ? 'open' : 'right';
      await this.#show(judged.looks);
      this.busy = false;
      if (judged.verdict !== 'solved') return;
      this.solution = judged.solution;
      this.mood = 'solved';
    } catch (error) {
      this.pending = null;
      this.busy = false;
      complain(error);
    }
  }

  async hint(): Promise<void> {
    if (this.busy || this.over) return;
    try {
      this.among = (await api<{ among: string[] }>(`/puzzles/at/${this.posed.id}/hint`, { body: { moves: this.moves } })).among;
    } catch (error) {
      complain(error);
    }
  }

  async giveUp(): Promise<void> {
    if (this.busy || this.over) return;
    this.busy = true;
    try {
      const { solution, outcome } = await api<{ solution: Solution; outcome: Outcome | null }>(`/puzzles/at/${this.posed.id}/give-up`, { method: 'POST' });
      this.outcome = outcome ?? this.outcome;
      this.solution = solution;
      this.mood = 'shown';
      this.look = solution.looks[0] ?? this.look;
      await this.#show(solution.looks.slice(1));
    } catch (error) {
      complain(error);
    } finally {
      this.busy = false;
    }
  }

  /** One position after the other, each with the motion that leads to it. */
  async #show(looks: Look[]): Promise<void> {
    this.busy = true;
    for (const [place, look] of looks.entries()) {
      if (place > 0) await this.#wait();
      if (this.#left) return;
      this.look = look;
      if (look.last === null) continue;
      const { kind, seat, events, words } = look.last;
      const n = this.batch.n + 1;
      this.batch = { n, lines: [{ seq: n, kind, seat, events: events.flat(), words, at_ms: 0 }] };
    }
  }

  #wait(): Promise<void> {
    return new Promise((next) => setTimeout(next, STEP_MS));
  }
}
