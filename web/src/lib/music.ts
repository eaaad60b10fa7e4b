// Tunes are made here note by note, so that no file has to be loaded. They come and go slowly.
import { settings } from './settings.svelte';
import { audio, type Shape, tone } from './sound';

export interface Tune {
  /** Hertz; the melody walks up and down on it. */
  scale: number[];
  /** Places of the scale, one a bar, an octave below. */
  bass: number[];
  /** Beats of a bar that have a note: the rhythm. */
  rhythm: boolean[];
  /** Beats of a bar that have a muffled drum. */
  drum?: boolean[];
  beat: number;
  shape: OscillatorType;
  /** How long notes ring, in beats. */
  ring: number;
  /** Seconds until a note is loud: none is plucked, much is bowed. */
  attack?: number;
  /** How often a note of the rhythm is left out. */
  rest?: number;
  volume: number;
  /** Plays unless somebody has switched music off; others only if it was switched on. */
  unasked?: boolean;
}

export const beats = (text: string): boolean[] => [...text].map((it) => it === 'x');
export const MINOR = [220, 246.9, 261.6, 293.7, 329.6, 349.2, 392, 440];
export const PENTATONIC = [220, 261.6, 293.7, 329.6, 392, 440, 523.3];
export const MAJOR = [261.6, 293.7, 329.6, 349.2, 392, 440, 493.9, 523.3];
export const DORIAN = [146.8, 164.8, 174.6, 196, 220, 246.9, 261.6, 293.7];
export const LOW_MINOR = [130.8, 146.8, 155.6, 174.6, 196, 207.7, 233.1, 261.6];

/** The front page's; the loudness of menus is 30 %, that of games 20 %. */
export const HOUSE: Tune = { scale: PENTATONIC, bass: [0, 3, 1, 4], rhythm: beats('xxxx'), beat: 700, shape: 'triangle', ring: 2.4, volume: 0.2 };

/** Whether this tune is heard: as somebody chose, else as the tune itself has it. */
export function musicOn(tune: Tune | null): boolean {
  return tune !== null && (settings.music ?? tune.unasked ?? false);
}

const MASTER = 0.55;
const FADE_MS = 1600;
const DRUM: Shape = { freq: 70, to: 36, time: 0.4, type: 'sine', noise: 0.25 };

let playing: Tune | null = null;
let stop: (() => void) | null = null;

/** Goes on endlessly with this tune; null is silence. What played before fades away. */
export function music(tune: Tune | null): void {
  if (tune === playing) return;
  playing = tune;
  stop?.();
  stop = tune === null ? null : begin(tune);
}

function begin(tune: Tune): () => void {
  let step = 0;
  let at = Math.floor(tune.scale.length / 2);
  let born: number | null = null;
  let ends = Infinity;
  const timer = setInterval(() => {
    if (document.hidden) return;
    const ctx = audio();
    if (ctx === null || ctx.state !== 'running') return;
    const now = performance.now();
    // Fading in begins with the first note that can be heard: after somebody's first gesture.
    born ??= now;
    if (now >= ends) return clearInterval(timer);
    const level = Math.min(1, 0.1 + (now - born) / FADE_MS) * Math.min(1, (ends - now) / FADE_MS);
    const bar = tune.rhythm.length;
    const volume = tune.volume * MASTER * level * 0.3;
    const ring = (tune.beat / 1000) * tune.ring;
    const bowed = tune.attack === undefined ? {} : { attack: tune.attack };
    if (tune.rhythm[step % bar] && Math.random() >= (tune.rest ?? 0)) {
      at = Math.max(0, Math.min(tune.scale.length - 1, at + Math.floor(Math.random() * 5) - 2));
      tone(ctx, { freq: tune.scale[at] ?? 220, time: ring, type: tune.shape, ...bowed }, volume);
    }
    if (step % bar === 0) {
      const root = tune.bass[Math.floor(step / bar) % tune.bass.length] ?? 0;
      tone(ctx, { freq: (tune.scale[root] ?? 220) / 2, time: ring * 1.6, ...bowed }, volume);
    }
    if (tune.drum?.[step % bar]) tone(ctx, DRUM, volume * 1.4);
    step += 1;
  }, tune.beat);
  return () => {
    ends = performance.now() + FADE_MS;
    if (born === null) clearInterval(timer);
  };
}
