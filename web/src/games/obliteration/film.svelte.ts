// The wave of a move, running outward from the turned hex; one after the other.
import type { View } from '../../generated/obliteration';
import type { Batch } from '../types';
import type { GameEvent } from '../../generated/protocol';
import { pace } from '../../lib/settings.svelte';

/** One move as it is shown. */
export interface Wave {
  hex: number;
  /** Before it turned. */
  rotation: number;
  seat: number;
  /** The hexes that change, by wave; the first wave is the turned hex alone. */
  waves: number[][];
  /** The wave of each hex that changes. */
  when: Map<number, number>;
  before: string;
  rotations: string;
}

/** Rule page 7.2. */
const WAVE_MS = 200;
const MANY = 15;
const LONG_MS = 3000;
const LEAST_MS = 40;
/** How long the light of a turned hex takes to fade, in waves. */
export const AFTERGLOW = 3;
/** Others wait: hurry. */
const RUSH = 2.5;
const MOST = 3;

export class Film {
  owners = $state.raw('');
  rotations = $state.raw('');
  /** What runs now, and how many waves of it are over. */
  wave = $state.raw<Wave | null>(null);
  clock = $state(0);
  /** The last move, to be seen again. */
  last = $state.raw<Wave | null>(null);
  #queue: Wave[] = [];
  #view: View;
  #heard = -1;
  #frame = 0;
  #rung = -1;

  constructor(
    view: View,
    readonly ring: (wave: number, of: number) => void,
  ) {
    this.#view = view;
    this.#settle();
  }

  get busy(): boolean {
    return this.wave !== null;
  }

  /** Of each seat, as far as the wave has come. */
  get counts(): number[] {
    const found = this.#view.seats.map(() => 0);
    for (let i = 0; i < this.owners.length; i += 1) {
      const seat = this.ownerAt(i);
      if (seat >= 0) found[seat] = (found[seat] ?? 0) + 1;
    }
    return found;
  }

  /** The seat that owns a hex at this moment; -1 is nobody. */
  ownerAt(i: number): number {
    const { wave } = this;
    const turn = wave?.when.get(i);
    if (wave && turn !== undefined) return this.clock >= turn ? wave.seat : letter(wave.before, i);
    return wave ? letter(wave.before, i) : letter(this.owners, i);
  }

  follow(view: View, batch: Batch): void {
    const fresh = this.#heard >= 0 && batch.n !== this.#heard;
    this.#heard = batch.n;
    const from = this.#view;
    this.#view = view;
    const wave = fresh ? read(batch.lines.filter((line) => line.kind === 'action').flatMap((line) => line.events), from) : null;
    if (wave === null || pace(1) === 0) {
      if (wave) this.last = wave;
      this.#queue = [];
      return this.#settle();
    }
    this.#queue.push(wave);
    // Whoever is far behind sees the newest only.
    if (this.#queue.length > MOST) {
      this.#queue = [wave];
      return this.#next();
    }
    if (this.wave === null) this.#next();
  }

  /** The last wave once more. */
  again(): void {
    if (this.last === null || this.busy || pace(1) === 0) return;
    this.#queue.push(this.last);
    this.#next();
  }

  #settle(): void {
    cancelAnimationFrame(this.#frame);
    this.wave = null;
    this.owners = this.#view.owners;
    this.rotations = this.#view.rotations;
  }

  /** What still runs is shown as done. */
  skip(): void {
    if (this.wave === null) return;
    this.#queue = [];
    this.#settle();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #next(): void {
    cancelAnimationFrame(this.#frame);
    const wave = this.#queue.shift();
    if (wave === undefined) return this.#settle();
    this.last = wave;
    this.wave = wave;
    this.rotations = wave.rotations;
    this.clock = 0;
    this.#rung = -1;
    const length = wave.waves.length;
    const step = pace(length > MANY ? Math.max(LEAST_MS, LONG_MS / length) : WAVE_MS);
    let then = performance.now();
    const frame = (now: number): void => {
      const hurry = this.#queue.length > 0 ? RUSH : 1;
      this.clock += Math.min(120, Math.max(0, now - then)) * (hurry / step);
      then = now;
      const n = Math.floor(this.clock);
      if (n > this.#rung && n < length) {
        this.#rung = n;
        this.ring(n, length);
      }
      if (this.clock >= length + (length > 1 ? AFTERGLOW / 2 : 0)) return this.#next();
      this.#frame = requestAnimationFrame(frame);
    };
    this.#frame = requestAnimationFrame(frame);
  }
}

export const letter = (owners: string, i: number): number => {
  const code = owners.charCodeAt(i);
  return code === 46 || Number.isNaN(code) ? -1 : code - 65;
};

/** The move that events tell, on top of what was shown before. */
function read(events: GameEvent[], view: View): Wave | null {
  const turned = events.find((event) => event.kind === 'turned');
  // More than one move at once, after a lost connection: only the end is shown.
  if (turned === undefined || events.filter((event) => event.kind === 'turned').length > 1) return null;
  const rows = view.rows;
  const hex = Number(turned.x) * rows + Number(turned.y);
  const waves: number[][] = [[hex]];
  const when = new Map<number, number>();
  for (const event of events) {
    if (event.kind !== 'converted') continue;
    const [i, n] = [Number(event.x) * rows + Number(event.y), Number(event.wave)];
    (waves[n] ??= []).push(i);
    when.set(i, n);
  }
  return { hex, rotation: (Number(turned.rotation) + 5) % 6, seat: Number(turned.seat), waves: waves.map((it) => it ?? []), when, before: view.owners, rotations: view.rotations };
}
