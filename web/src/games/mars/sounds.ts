// Distant guns, low and dull: noise through a low filter, nothing above a rifle's crack far away.
import type { Shape, SoundSet } from '../../lib/sound';

const steps = (times: number[]): Shape[] => times.map((after, i) => ({ freq: 90, to: 48, time: 0.09, noise: 0.85, gain: i % 2 ? 0.52 : 0.64, after }));
const shots = (times: number[], gain: number): Shape[] => times.map((after, i) => ({ freq: 420 - (i % 3) * 60, to: 90, time: 0.07 + (i % 2) * 0.03, noise: 1, gain: gain * (1 - (i % 4) * 0.13), after }));
const thud = (after: number, gain: number): Shape[] => [
  { freq: 74, to: 30, time: 0.85, type: 'sine', noise: 0.4, gain, after },
  { freq: 150, to: 40, time: 1.5, noise: 1, gain: gain * 0.34, after: after + 0.06 },
];

export const SOUNDS = {
  march_inf: steps([0, 0.26, 0.52, 0.78, 1.04, 1.3]),
  march_art: [{ freq: 58, to: 50, time: 1.3, type: 'triangle', noise: 0.55, gain: 0.3 }, ...steps([0.1, 0.55, 1])],
  march_arm: [{ freq: 44, to: 58, time: 1.3, type: 'triangle', noise: 0.3, gain: 0.5 }, { freq: 66, to: 82, time: 1.2, type: 'sine', gain: 0.2, after: 0.1 }],
  fight_inf: [...shots([0, 0.11, 0.19, 0.34, 0.43, 0.62, 0.7, 0.95, 1.2], 0.66), ...thud(0.5, 0.26)],
  fight_art: [...thud(0, 0.55), ...thud(0.75, 0.32)],
  fight_arm: [...thud(0, 0.55), { freq: 46, to: 54, time: 0.9, type: 'triangle', noise: 0.25, gain: 0.3, after: 0.35 }, ...shots([0.6, 0.78], 0.2)],
  captured: [{ freq: 196, time: 0.35, type: 'triangle', gain: 0.3 }, { freq: 294, time: 0.6, type: 'triangle', gain: 0.26, after: 0.16 }],
  select: [{ freq: 150, to: 120, time: 0.06, noise: 0.7, gain: 0.7 }],
} satisfies SoundSet;
