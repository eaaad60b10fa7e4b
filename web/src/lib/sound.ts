// Sounds are made here, so that no file has to be loaded: each is a handful of shapes, mixed low.
import { settings } from './settings.svelte';
import { gesture } from './stage.svelte';

/** One stroke: a tone that glides from `freq` to `to`, filtered noise, or both. */
export interface Shape {
  freq: number;
  to?: number;
  /** Seconds. */
  time: number;
  type?: OscillatorType;
  /** 0 is tone alone, 1 noise alone. */
  noise?: number;
  gain?: number;
  /** Seconds after the beginning of the sound. */
  after?: number;
  /** Seconds until it is loud; none for something struck. */
  attack?: number;
  /** What the noise passes; lowpass unless told. */
  filter?: BiquadFilterType;
  /** How narrow the filter is. */
  q?: number;
}

/** The sounds of one game, by name. */
export type SoundSet = Record<string, Shape[]>;

export const HOUSE = {
  turn: [{ freq: 523, time: 0.16, gain: 0.5, attack: 0.01 }, { freq: 784, time: 0.34, after: 0.11, gain: 0.45, attack: 0.01 }],
  win: [{ freq: 392, time: 0.3, gain: 0.36, attack: 0.01 }, { freq: 494, time: 0.3, after: 0.12, gain: 0.36, attack: 0.01 }, { freq: 587, time: 0.3, after: 0.24, gain: 0.36, attack: 0.01 }, { freq: 784, time: 0.8, after: 0.36, gain: 0.34, attack: 0.02 }],
  lose: [{ freq: 330, to: 311, time: 0.35, gain: 0.42, attack: 0.02 }, { freq: 262, to: 247, time: 0.7, after: 0.24, gain: 0.42, attack: 0.02 }],
  refuse: [{ freq: 150, to: 120, time: 0.12, type: 'triangle', gain: 0.8 }, { freq: 400, to: 200, time: 0.05, noise: 1, gain: 0.3 }],
  chat: [{ freq: 660, to: 740, time: 0.09, gain: 0.5, attack: 0.005 }],
} satisfies SoundSet;

export type Sound = keyof typeof HOUSE;

/** The loudest a single shape gets. */
export const LEVEL = 0.3;
/** The same sound twice within this time is one. */
const ECHO_MS = 30;

let context: AudioContext | null = null;
const outputs = new WeakMap<BaseAudioContext, GainNode>();
let static_: AudioBuffer | null = null;

/** Browsers stay silent until the first click or key, and nothing is kept for then. */
function wake(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}
addEventListener('pointerdown', wake, { capture: true });
addEventListener('keydown', wake, { capture: true });
// This file may come after the click that led here.
if (gesture.made) wake();

/** Null before the first gesture, and where there is no sound at all. */
export function audio(): AudioContext | null {
  return context;
}

/** Everything passes here: the volume, and a limit for many sounds at once. */
function output(ctx: BaseAudioContext): AudioNode {
  let master = outputs.get(ctx);
  if (master === undefined) {
    const limit = ctx.createDynamicsCompressor();
    limit.connect(ctx.destination);
    master = ctx.createGain();
    master.connect(limit);
    outputs.set(ctx, master);
  }
  // Loudness is heard on a curve: half of the slider shall be half as loud.
  master.gain.value = settings.volume ** 2;
  return master;
}

function hiss(ctx: BaseAudioContext): AudioBuffer {
  if (static_ === null) {
    static_ = ctx.createBuffer(1, ctx.sampleRate, ctx.sampleRate);
    const data = static_.getChannelData(0);
    for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  }
  return static_;
}

export function tone(ctx: BaseAudioContext, shape: Shape, volume: number): void {
  const start = ctx.currentTime + (shape.after ?? 0);
  const end = start + shape.time;
  const loud = Math.max(0.0002, volume * (shape.gain ?? 1));
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(shape.attack === undefined ? loud : 0.0001, start);
  if (shape.attack !== undefined) gain.gain.exponentialRampToValueAtTime(loud, start + Math.min(shape.attack, shape.time / 2));
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(output(ctx));
  const noise = shape.noise ?? 0;
  if (noise < 1) {
    const source = ctx.createOscillator();
    source.type = shape.type ?? 'sine';
    source.frequency.setValueAtTime(shape.freq, start);
    source.frequency.exponentialRampToValueAtTime(shape.to ?? shape.freq, end);
    source.connect(gain);
    source.start(start);
    source.stop(end);
  }
  if (noise > 0) {
    const source = ctx.createBufferSource();
    source.buffer = hiss(ctx);
    source.loop = true;
    const filter = ctx.createBiquadFilter();
    filter.type = shape.filter ?? 'lowpass';
    filter.Q.value = shape.q ?? 1;
    const [from, to] = filter.type === 'lowpass' ? [shape.freq * 4, (shape.to ?? shape.freq) * 3] : [shape.freq, shape.to ?? shape.freq];
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(Math.max(40, to), end);
    source.connect(filter).connect(gain);
    source.start(start, Math.random() * 0.9);
    source.stop(end);
  }
}

const lately = new WeakMap<Shape[], number>();

/** Plays one sound of a set, if sounds are on and somebody has touched the page. */
export function playSound(shapes: Shape[]): void {
  if (!settings.sound || settings.volume === 0 || context?.state !== 'running') return;
  const now = performance.now();
  if (now - (lately.get(shapes) ?? -ECHO_MS) < ECHO_MS) return;
  lately.set(shapes, now);
  try {
    for (const shape of shapes) tone(context, shape, LEVEL);
  } catch {
    // A page without sound still plays.
  }
}

/** A sound of the house. */
export function sound(name: Sound): void {
  playSound(HOUSE[name] as Shape[]);
}
