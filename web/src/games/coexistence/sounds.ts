// Cards on cloth and four weapons; all of it low, the metal only a short glint.
import type { SoundSet } from '../../lib/sound';

export const SOUNDS = {
  card: [{ freq: 520, to: 260, time: 0.09, noise: 1, gain: 1, attack: 0.01 }, { freq: 150, to: 110, time: 0.07, gain: 0.25 }],
  axe: [{ freq: 240, to: 90, time: 0.12, noise: 0.8, gain: 0.55 }, { freq: 110, to: 66, time: 0.18, gain: 0.6 }],
  hammer: [{ freq: 96, to: 48, time: 0.26, gain: 0.75 }, { freq: 180, to: 80, time: 0.08, noise: 0.9, gain: 0.5 }],
  sword: [{ freq: 740, to: 520, time: 0.22, type: 'triangle', gain: 0.45, attack: 0.005 }, { freq: 900, to: 420, time: 0.09, noise: 1, gain: 0.7, filter: 'bandpass', q: 2 }],
  arrow: [{ freq: 620, to: 300, time: 0.14, noise: 1, gain: 0.6, filter: 'bandpass', q: 3, attack: 0.03 }, { freq: 170, to: 90, time: 0.09, gain: 0.7, after: 0.13 }],
  coin: [{ freq: 587, time: 0.2, gain: 0.3, attack: 0.004 }, { freq: 880, time: 0.28, gain: 0.2, after: 0.05, attack: 0.004 }],
  pass: [{ freq: 300, to: 200, time: 0.16, noise: 1, gain: 1, attack: 0.05 }, { freq: 130, to: 95, time: 0.12, gain: 0.35, attack: 0.03 }],
  round: [{ freq: 147, time: 0.6, gain: 0.3, attack: 0.03 }, { freq: 220, time: 0.7, gain: 0.2, after: 0.1, attack: 0.03 }, { freq: 294, time: 0.8, gain: 0.18, after: 0.2, attack: 0.03 }],
} satisfies SoundSet;
