// Sounds are made here, so that no file has to be loaded.
import { settings } from './settings.svelte';

export type Shape = { freq: number; to?: number; time: number; type?: OscillatorType; noise?: number; gain?: number; after?: number };

const SOUNDS = {
  place: [{ freq: 320, to: 180, time: 0.09, type: 'triangle' }],
  slide: [{ freq: 220, to: 300, time: 0.12, type: 'sine' }],
  take: [{ freq: 180, to: 70, time: 0.2, type: 'square', noise: 0.3 }],
  mill: [{ freq: 523, time: 0.1 }, { freq: 784, time: 0.16, after: 0.09 }],
  turn: [{ freq: 660, time: 0.12 }, { freq: 880, time: 0.25, after: 0.12 }],
  win: [{ freq: 523, time: 0.14 }, { freq: 659, time: 0.14, after: 0.13 }, { freq: 784, time: 0.3, after: 0.26 }],
  lose: [{ freq: 330, to: 300, time: 0.2 }, { freq: 247, to: 200, time: 0.4, after: 0.18 }],
  refuse: [{ freq: 140, to: 110, time: 0.14, type: 'sawtooth', gain: 0.5 }],
  chat: [{ freq: 900, to: 1100, time: 0.06, gain: 0.5 }],
  wave: [{ freq: 420, to: 520, time: 0.07, type: 'triangle', gain: 0.5 }],
  sword: [{ freq: 1800, to: 700, time: 0.12, type: 'sawtooth', noise: 0.4, gain: 0.5 }],
  dice: [{ freq: 600, to: 200, time: 0.05, noise: 1 }, { freq: 500, to: 200, time: 0.05, noise: 1, after: 0.09 }, { freq: 400, to: 200, time: 0.06, noise: 1, after: 0.2 }],
  card: [{ freq: 1200, to: 800, time: 0.08, noise: 0.6, gain: 0.4 }],
  march: [0, 0.25, 0.5, 0.75].map((after) => ({ freq: 110, to: 60, time: 0.1, noise: 0.7, after })),
  wheels: [{ freq: 70, to: 90, time: 0.9, type: 'triangle' as const, noise: 0.4 }],
  engine: [{ freq: 48, to: 66, time: 1, type: 'sawtooth' as const, noise: 0.25, gain: 0.6 }],
  rifles: [0, 0.12, 0.2, 0.38, 0.5].map((after) => ({ freq: 900, to: 120, time: 0.07, noise: 1, after })),
  cannon: [{ freq: 120, to: 30, time: 0.9, type: 'triangle' as const, noise: 1 }],
  tank: [{ freq: 200, to: 40, time: 0.5, type: 'square' as const, noise: 1 }, { freq: 50, to: 60, time: 0.7, type: 'sawtooth' as const, noise: 0.2, after: 0.3 }],
} satisfies Record<string, Shape[]>;

export type Sound = keyof typeof SOUNDS;

const VOLUME = 0.7 * 0.25;
let context: AudioContext | null = null;
let static_: AudioBuffer | null = null;

/** Browsers stay silent until the first click or key. */
export function audio(): AudioContext | null {
  if (context === null && typeof AudioContext !== 'undefined') context = new AudioContext();
  if (context?.state === 'suspended') void context.resume();
  return context;
}

function hiss(ctx: AudioContext): AudioBuffer {
  if (static_ === null) {
    static_ = ctx.createBuffer(1, ctx.sampleRate, ctx.sampleRate);
    const data = static_.getChannelData(0);
    for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  }
  return static_;
}

export function tone(ctx: AudioContext, shape: Shape, volume: number): void {
  const start = ctx.currentTime + (shape.after ?? 0);
  const end = start + shape.time;
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(volume * (shape.gain ?? 1), start);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(ctx.destination);
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
    const filter = ctx.createBiquadFilter();
    filter.type = 'lowpass';
    filter.frequency.setValueAtTime(shape.freq * 4, start);
    filter.frequency.exponentialRampToValueAtTime(Math.max(40, (shape.to ?? shape.freq) * 3), end);
    source.connect(filter).connect(gain);
    source.start(start, Math.random() * 0.4, shape.time);
  }
}

export function sound(name: Sound): void {
  if (!settings.sound) return;
  try {
    const ctx = audio();
    if (ctx !== null) for (const shape of SOUNDS[name] as Shape[]) tone(ctx, shape, VOLUME);
  } catch {
    // A page without sound still plays.
  }
}
