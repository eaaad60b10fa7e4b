// Stone on wood: a short knock with a body below it; nothing above the middle of the piano.
import type { Shape } from '../../lib/sound';

export const SOUNDS = {
  stone: [{ freq: 420, to: 170, time: 0.05, noise: 0.7, gain: 0.8 }, { freq: 165, to: 92, time: 0.13, type: 'sine', gain: 0.9 }],
  slide: [{ freq: 260, to: 190, time: 0.17, noise: 1, gain: 0.3 }, { freq: 140, to: 95, time: 0.09, type: 'sine', gain: 0.55, after: 0.15 }],
  fly: [{ freq: 300, to: 150, time: 0.05, noise: 0.8, gain: 0.6, after: 0.16 }, { freq: 150, to: 84, time: 0.15, type: 'sine', gain: 0.9, after: 0.16 }],
  mill: [{ freq: 196, time: 0.7, type: 'sine', gain: 0.5 }, { freq: 294, time: 0.8, type: 'sine', gain: 0.36, after: 0.07 }, { freq: 392, time: 0.9, type: 'sine', gain: 0.22, after: 0.14 }],
  taken: [{ freq: 210, to: 120, time: 0.06, noise: 0.6, gain: 0.5 }, { freq: 240, to: 150, time: 0.05, noise: 0.9, gain: 0.42, after: 0.24 }, { freq: 128, to: 80, time: 0.12, type: 'sine', gain: 0.6, after: 0.24 }],
} satisfies Record<string, Shape[]>;
