// Tunes are made here note by note, so that no file has to be loaded.
import { audio, tone } from './sound';

interface Tune {
  /** Hertz; the melody walks up and down on it. */
  scale: number[];
  /** Places of the scale, one a bar, an octave below. */
  bass: number[];
  /** Beats of a bar that have a note: the rhythm. */
  rhythm: boolean[];
  beat: number;
  shape: OscillatorType;
  /** How long notes ring, in beats. */
  ring: number;
  volume: number;
}

const beats = (text: string): boolean[] => [...text].map((it) => it === 'x');
const MINOR = [220, 246.9, 261.6, 293.7, 329.6, 349.2, 392, 440];
const PENTATONIC = [220, 261.6, 293.7, 329.6, 392, 440, 523.3];
const MAJOR = [261.6, 293.7, 329.6, 349.2, 392, 440, 493.9, 523.3];
const DORIAN = [146.8, 164.8, 174.6, 196, 220, 246.9, 261.6, 293.7];

/** The loudness of menus is 30 %, that of games 20 %. */
const TUNES = {
  house: { scale: PENTATONIC, bass: [0, 3, 1, 4], rhythm: beats('xxxx'), beat: 700, shape: 'triangle', ring: 2.4, volume: 0.2 },
  menu: { scale: MINOR, bass: [0, 0, 5, 4], rhythm: beats('x.xxx.x.'), beat: 340, shape: 'sawtooth', ring: 1.4, volume: 0.3 },
  mars: { scale: DORIAN, bass: [0, 0, 3, 0], rhythm: beats('x..x..x.'), beat: 420, shape: 'triangle', ring: 3, volume: 0.2 },
  obliteration: { scale: PENTATONIC, bass: [0, 4, 2, 5], rhythm: beats('xx.xx.xx'), beat: 260, shape: 'sine', ring: 2, volume: 0.2 },
  coexistence: { scale: MINOR, bass: [0, 3, 4, 0], rhythm: beats('x.x.xx..'), beat: 300, shape: 'triangle', ring: 1.6, volume: 0.2 },
  risk: { scale: DORIAN, bass: [0, 5, 3, 4], rhythm: beats('x...x.xx'), beat: 380, shape: 'triangle', ring: 2.6, volume: 0.2 },
  marelles: { scale: MAJOR, bass: [0, 3, 4, 0], rhythm: beats('x.x.x.xx'), beat: 420, shape: 'sine', ring: 2.2, volume: 0.2 },
} satisfies Record<string, Tune>;

export type TuneName = keyof typeof TUNES;

export const isTune = (name: string): name is TuneName => Object.hasOwn(TUNES, name);

const MASTER = 0.2;
let timer: ReturnType<typeof setInterval> | undefined;
let playing: TuneName | null = null;

/** Goes on endlessly with this tune; null is silence. */
export function music(name: TuneName | null): void {
  if (name === playing) return;
  playing = name;
  clearInterval(timer);
  if (name === null) return;
  const tune: Tune = TUNES[name];
  let step = 0;
  let at = Math.floor(tune.scale.length / 2);
  timer = setInterval(() => {
    if (document.hidden) return;
    const ctx = audio();
    if (ctx === null || ctx.state !== 'running') return;
    const bar = tune.rhythm.length;
    const volume = tune.volume * MASTER * (tune.shape === 'sawtooth' ? 0.5 : 1);
    const ring = (tune.beat / 1000) * tune.ring;
    if (tune.rhythm[step % bar]) {
      at = Math.max(0, Math.min(tune.scale.length - 1, at + Math.floor(Math.random() * 5) - 2));
      tone(ctx, { freq: tune.scale[at] ?? 220, time: ring, type: tune.shape }, volume);
    }
    if (step % bar === 0) {
      const root = tune.bass[Math.floor(step / bar) % tune.bass.length] ?? 0;
      tone(ctx, { freq: (tune.scale[root] ?? 220) / 2, time: ring * 1.6 }, volume);
    }
    step += 1;
  }, tune.beat);
}
