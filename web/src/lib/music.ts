// Tunes are made here note by note, so that no file has to be loaded. They come and go slowly.
import { settings } from './settings.svelte';
import { audio, type Shape, tone } from './sound';

interface Tune {
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

const beats = (text: string): boolean[] => [...text].map((it) => it === 'x');
const MINOR = [220, 246.9, 261.6, 293.7, 329.6, 349.2, 392, 440];
const PENTATONIC = [220, 261.6, 293.7, 329.6, 392, 440, 523.3];
const MAJOR = [261.6, 293.7, 329.6, 349.2, 392, 440, 493.9, 523.3];
const DORIAN = [146.8, 164.8, 174.6, 196, 220, 246.9, 261.6, 293.7];
const LOW_MINOR = [130.8, 146.8, 155.6, 174.6, 196, 207.7, 233.1, 261.6];

/** The loudness of menus is 30 %, that of games 20 %. */
const TUNES = {
  house: { scale: PENTATONIC, bass: [0, 3, 1, 4], rhythm: beats('xxxx'), beat: 700, shape: 'triangle', ring: 2.4, volume: 0.2 },
  menu: { scale: LOW_MINOR, bass: [0, 0, 5, 4], rhythm: beats('x..x..x.'), drum: beats('x...x.xx'), beat: 420, shape: 'triangle', ring: 4, attack: 0.16, rest: 0.15, volume: 0.3, unasked: true },
  mars: { scale: DORIAN, bass: [0, 0, 3, 0], rhythm: beats('x.....x.'), drum: beats('x.......'), beat: 520, shape: 'sine', ring: 5, attack: 0.3, rest: 0.3, volume: 0.2, unasked: true },
  obliteration: { scale: PENTATONIC, bass: [0, 4, 2, 5], rhythm: beats('xx.xx.xx'), beat: 260, shape: 'sine', ring: 2, volume: 0.2 },
  coexistence: { scale: MINOR, bass: [0, 3, 4, 0], rhythm: beats('x.x.xx..'), beat: 300, shape: 'triangle', ring: 1.6, volume: 0.2 },
  risk: { scale: DORIAN, bass: [0, 5, 3, 4], rhythm: beats('x...x.xx'), beat: 380, shape: 'triangle', ring: 2.6, volume: 0.2 },
  marelles: { scale: MAJOR, bass: [0, 3, 4, 0], rhythm: beats('x.x.x.xx'), beat: 420, shape: 'sine', ring: 2.2, volume: 0.2 },
} satisfies Record<string, Tune>;

export type TuneName = keyof typeof TUNES;

export const isTune = (name: string): name is TuneName => Object.hasOwn(TUNES, name);

/** Whether this tune is heard: as somebody chose, else as the tune itself has it. */
export function musicOn(name: TuneName | 'silence'): boolean {
  if (name === 'silence') return false;
  const tune: Tune = TUNES[name];
  return settings.music ?? tune.unasked ?? false;
}

const MASTER = 0.55;
const FADE_MS = 1600;
const DRUM: Shape = { freq: 70, to: 36, time: 0.4, type: 'sine', noise: 0.25 };

let playing: TuneName | null = null;
let stop: (() => void) | null = null;

/** Goes on endlessly with this tune; null is silence. What played before fades away. */
export function music(name: TuneName | null): void {
  if (name === playing) return;
  playing = name;
  stop?.();
  stop = name === null ? null : begin(TUNES[name]);
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
