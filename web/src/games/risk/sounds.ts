// Risk's own sounds: bones in a leather cup, boots on gravel, a card on the table, a far drum.
import type { Shape, SoundSet } from '../../lib/sound';

const rattle = (at: number[], freq: number): Shape[] => at.map((after, i) => ({ freq: freq - i * 40, to: 180, time: 0.045, noise: 1, gain: 0.35 + (i % 3) * 0.1, after }));

export const SOUNDS = {
  /** Shaken, then thrown onto the table. */
  dice: [...rattle([0, 0.05, 0.11], 520), { freq: 900, to: 240, time: 0.05, noise: 0.8, gain: 0.5, after: 0.19 }, { freq: 760, to: 220, time: 0.06, noise: 0.8, gain: 0.4, after: 0.25 }],
  /** The other's answer. */
  answer: [{ freq: 640, to: 200, time: 0.05, noise: 0.8, gain: 0.6 }, { freq: 560, to: 180, time: 0.06, noise: 0.8, gain: 0.48, after: 0.07 }],
  march: [0, 0.16, 0.32].map((after) => ({ freq: 120, to: 55, time: 0.09, noise: 0.8, gain: 0.5, after })),
  place: [{ freq: 240, to: 130, time: 0.08, type: 'triangle', gain: 0.85 }, { freq: 900, to: 300, time: 0.03, noise: 1, gain: 0.25 }],
  card: [{ freq: 620, to: 300, time: 0.1, noise: 1, gain: 0.8 }, { freq: 160, to: 115, time: 0.07, gain: 0.3 }],
  conquest: [{ freq: 82, to: 52, time: 0.5, type: 'triangle', gain: 0.6 }, { freq: 82, to: 52, time: 0.4, type: 'triangle', gain: 0.42, after: 0.18 }, { freq: 294, time: 0.3, type: 'triangle', gain: 0.25, after: 0.2 }, { freq: 440, time: 0.45, type: 'triangle', gain: 0.22, after: 0.32 }],
} satisfies SoundSet;
