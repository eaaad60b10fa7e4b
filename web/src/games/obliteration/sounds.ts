// Glass: soft partials that ring, low in the mix.
import type { Shape, SoundSet } from '../../lib/sound';

const bell = (freq: number, time: number, gain: number, after = 0): Shape[] => [
  { freq, time, gain, after, attack: 0.008 },
  { freq: freq * 2.01, time: time * 0.6, gain: gain * 0.3, after, attack: 0.004 },
  { freq: freq * 2.99, time: time * 0.3, gain: gain * 0.12, after },
];

export const SOUNDS = {
  turn: [...bell(196, 0.3, 0.4), { freq: 900, to: 300, time: 0.05, noise: 1, gain: 0.1 }],
  nothing: bell(147, 0.25, 0.34),
} satisfies SoundSet;

const SCALE = [0, 2, 4, 7, 9];
/** Two octaves and a third: beyond them glass becomes shrill. */
const STEPS = 12;

/** The tone of one wave: the farther, the higher, whatever their number. */
export function waveTone(wave: number, of: number): Shape[] {
  const step = of <= STEPS ? wave : Math.round((wave / of) * STEPS);
  const semitones = 12 * Math.floor(step / SCALE.length) + (SCALE[step % SCALE.length] ?? 0);
  // The ear takes high tones for louder.
  const softer = 2 ** (-semitones / 60);
  return bell(220 * 2 ** (semitones / 12), of > STEPS ? 0.35 : 0.5, (of > STEPS ? 0.2 : 0.24) * softer);
}
