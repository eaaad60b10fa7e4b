// Stone on wood: a short knock with a body below it; nothing above the middle of the piano.
import type { SoundSet } from '../../lib/sound';

export const SOUNDS = {
  stone: [{ freq: 420, to: 170, time: 0.05, noise: 0.7, gain: 0.7 }, { freq: 165, to: 92, time: 0.13, gain: 0.9 }],
  slide: [{ freq: 260, to: 190, time: 0.18, noise: 1, gain: 0.4, attack: 0.04 }, { freq: 140, to: 95, time: 0.1, gain: 0.75, after: 0.16 }],
  fly: [{ freq: 320, to: 150, time: 0.05, noise: 0.8, gain: 0.55, after: 0.18 }, { freq: 150, to: 84, time: 0.15, gain: 0.9, after: 0.18 }],
  mill: [{ freq: 196, time: 0.7, gain: 0.3, attack: 0.02 }, { freq: 294, time: 0.8, gain: 0.21, after: 0.07, attack: 0.02 }, { freq: 392, time: 0.9, gain: 0.12, after: 0.14, attack: 0.02 }],
  taken: [{ freq: 210, to: 120, time: 0.06, noise: 0.6, gain: 0.4 }, { freq: 240, to: 150, time: 0.05, noise: 0.9, gain: 0.36, after: 0.26 }, { freq: 128, to: 80, time: 0.12, gain: 0.6, after: 0.26 }],
} satisfies SoundSet;
