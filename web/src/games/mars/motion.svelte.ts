// What the map shows of what happened: marches, fights and the front one after the other.
import type { Fighter, Side, Tile, View } from '../../generated/mars';
import type { Batch } from '../types';
import type { GameEvent } from '../../generated/protocol';
import { pace } from '../../lib/settings.svelte';
import type { Growth } from './front';
import { sameTile, TILE } from './tiles';

export interface Blast { n: number; x: number; y: number }
export interface Float { n: number; x: number; y: number; text: string; kind: 'loss' | 'death' | 'gain' }
/** A unit that strikes at a neighbour. */
export interface Lunge { id: string; dx: number; dy: number; n: number }

export interface Heard {
  marched: (type: string) => void;
  fought: (type: string) => void;
  captured: () => void;
}

const STEP = 280;
const LUNGE = 200;
const RISE = 1500;
const FADE = 3500;
const RUSH = 3;

export class Motion {
  shown = $state.raw<View>() as View;
  growth = $state.raw<Growth | null>(null);
  lunge = $state.raw<Lunge | null>(null);
  blasts = $state.raw<Blast[]>([]);
  floats = $state.raw<Float[]>([]);
  busy = $state(false);
  #queue: { view: View; events: GameEvent[] }[] = [];
  #heard = -1;
  #count = 0;
  #run = 0;

  constructor(
    view: View,
    readonly side: () => Side | null,
    readonly heard: Heard,
  ) {
    this.shown = view;
  }

  follow(view: View, batch: Batch): void {
    const fresh = this.#heard >= 0 && batch.n !== this.#heard;
    this.#heard = batch.n;
    if (!fresh) {
      // Looked at, not lived: an earlier position, or the first one.
      this.#run += 1;
      this.#queue = [];
      this.growth = this.lunge = null;
      this.busy = false;
      this.shown = view;
      return;
    }
    this.#queue.push({ view, events: batch.lines.flatMap((line) => line.events) });
    if (!this.busy) void this.#play();
  }

  async #play(): Promise<void> {
    const run = (this.#run += 1);
    this.busy = true;
    for (let step = this.#queue.shift(); step !== undefined && run === this.#run; step = this.#queue.shift()) {
      for (const event of step.events) if (event.kind === 'fought' && run === this.#run) await this.#strike(event);
      if (run !== this.#run) return;
      const before = this.shown;
      this.shown = step.view;
      await this.#march(step.events, before);
    }
    if (run === this.#run) this.busy = false;
  }

  /** The next one waits: hurry. */
  #time(normal: number): number {
    return pace(normal) / (this.#queue.length >= RUSH ? RUSH : 1);
  }

  async #strike(event: GameEvent): Promise<void> {
    const [a, d] = [event.attacker as Fighter, event.defender as Fighter];
    const n = (this.#count += 1);
    if (event.side === this.side()) this.heard.fought(a.unit.type);
    const time = this.#time(LUNGE);
    if (time > 0) {
      this.lunge = { id: a.unit.id, dx: (d.at[0] - a.at[0]) * TILE * 0.3, dy: (d.at[1] - a.at[1]) * TILE * 0.3, n };
      await wait(time / 2);
    }
    this.blasts = [...this.blasts, { n, x: ((a.at[0] + d.at[0]) / 2 + 0.5) * TILE, y: ((a.at[1] + d.at[1]) / 2 + 0.55) * TILE }];
    setTimeout(() => (this.blasts = this.blasts.filter((it) => it.n !== n)), FADE);
    for (const it of [d, a]) this.#float(it.at, it.died ? `−${it.damage} ✕` : `−${it.damage}`, it.died ? 'death' : 'loss');
    if (time > 0) await wait(time / 2);
    this.lunge = null;
  }

  async #march(events: GameEvent[], before: View): Promise<void> {
    const time = this.#time(STEP);
    const moved = events.find((event) => event.kind === 'moved');
    if (moved && moved.side === this.side()) this.heard.marched((moved.unit as { type: string }).type);
    const captured = events.find((event) => event.kind === 'captured');
    if (captured) {
      const tile = captured.at as Tile;
      const town = captured.town as { points: number } | null;
      if (town) this.#float(tile, `+${town.points}`, 'gain');
      if (town && captured.side === this.side()) this.heard.captured();
      const from = (moved?.from as Tile | null | undefined) ?? beside(before, tile, captured.side as Side);
      if (time > 0 && from) await this.#grow(tile, from, time);
    }
    // What follows waits until this was seen.
    if (time > 0 && !captured) await wait(events.some((event) => event.kind === 'moved' || event.kind === 'swapped') ? time : time / 2);
  }

  #grow(tile: Tile, from: Tile, time: number): Promise<void> {
    const start = performance.now();
    const run = this.#run;
    return new Promise((done) => {
      const frame = (now: number): void => {
        const part = Math.min(1, (now - start) / time);
        if (part >= 1 || run !== this.#run) {
          this.growth = null;
          return done();
        }
        this.growth = { at: tile, from, part: Math.max(0.02, part * (2 - part)) };
        requestAnimationFrame(frame);
      };
      frame(start);
    });
  }

  #float(tile: Tile, text: string, kind: Float['kind']): void {
    const n = (this.#count += 1);
    this.floats = [...this.floats, { n, x: (tile[0] + 0.5) * TILE, y: (tile[1] + 0.45) * TILE, text, kind }];
    setTimeout(() => (this.floats = this.floats.filter((it) => it.n !== n)), RISE);
  }
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A neighbour of the taker's own ground: an unseen one must have come from there. */
function beside(view: View, [x, y]: Tile, side: Side): Tile | null {
  const letter = side === 'soviets' ? 'S' : 'G';
  const around: Tile[] = [[x, y - 1], [x, y + 1], [x - 1, y], [x + 1, y]];
  return around.find((tile) => view.territory[tile[1]]?.[tile[0]] === letter && !sameTile(tile, [x, y])) ?? null;
}
