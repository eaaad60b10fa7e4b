// What arrives from the server is shown step by step; whoever acts meanwhile sees the rest at once.
import type { View } from '../../generated/marelles';
import type { GameEvent } from '../../generated/protocol';
import { pace } from '../../lib/settings.svelte';
import { arranged, type Stone, unplaced } from './stones';

interface Step {
  view: View;
  events: GameEvent[];
}
export type Way = 'slide' | 'drop' | 'lift';

const MOST_WAITING = 3;

export class Motion {
  stones = $state.raw<Stone[]>([]);
  /** The position that is shown: the newest one, or the one before while a stone is on its way. */
  view = $state.raw() as View;
  moving = $state.raw<Record<number, Way>>({});
  late = $state.raw<number[]>([]);
  /** Lines that shine, and the point whose stone closed them. */
  glow = $state.raw<{ lines: number[][]; from: number } | null>(null);
  #queue: Step[] = [];
  #busy = false;
  #hurry = false;
  #wake: (() => void) | null = null;

  constructor(
    view: View,
    readonly hear: (event: GameEvent) => void,
    readonly running: (busy: boolean) => void,
  ) {
    this.view = view;
    this.stones = arranged(unplaced(), view);
  }

  /** Without events a position is simply shown: an earlier one, or the first. */
  show(view: View, events: GameEvent[]): void {
    this.#queue.push({ view, events });
    if (!this.#busy) void this.#run();
    else if (this.#queue.length > MOST_WAITING) this.skip();
  }

  skip(): void {
    this.#hurry = this.#busy;
    this.#wake?.();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    this.running(true);
    for (let step = this.#queue.shift(); step !== undefined; step = this.#queue.shift()) await this.#perform(step);
    this.moving = {};
    this.late = [];
    this.#busy = false;
    this.#hurry = false;
    this.running(false);
  }

  async #perform({ view, events }: Step): Promise<void> {
    const before = new Map(this.stones.map((it) => [it.id, it]));
    const after = arranged(this.stones, view);
    const flew = events.some((it) => it.kind === 'moved' && it.flew === true);
    const ways: Record<number, Way> = {};
    for (const { id, at } of after) {
      const old = before.get(id)?.at;
      if (old === undefined || (old.on === at.on && old.n === at.n)) continue;
      ways[id] = at.on === 'taken' ? 'lift' : old.on === 'board' && !flew ? 'slide' : 'drop';
    }
    const ids = Object.keys(ways).map(Number);
    const taken = ids.filter((id) => ways[id] === 'lift');
    this.late = taken.length > 0 && taken.length < ids.length ? taken : [];
    this.moving = ways;
    this.stones = after;
    this.view = view;
    const mill = events.find((it) => it.kind === 'mill');
    const removed = events.some((it) => it.kind === 'removed');
    if (mill === undefined && !removed) this.glow = null;
    for (const event of events) if (event.kind !== 'mill') this.hear(event);
    await this.#wait(ids.length === 0 ? 0 : taken.length === ids.length ? 300 : 240);
    if (mill !== undefined) {
      this.glow = { lines: mill.lines as number[][], from: view.last?.to ?? 0 };
      this.hear(mill);
      await this.#wait(this.late.length > 0 ? 520 : 300);
    }
    // The light of a mill goes with the stone it took, but stays on at the end.
    if (removed && view.to_move !== null && this.#queue.length === 0) {
      await this.#wait(120);
      this.glow = null;
    }
  }

  #wait(ms: number): Promise<void> {
    const time = this.#hurry ? 0 : pace(ms);
    if (time === 0) return Promise.resolve();
    return new Promise((settle) => {
      const timer = setTimeout(settle, time);
      this.#wake = () => {
        clearTimeout(timer);
        settle();
      };
    });
  }
}
