// How options become sentences.
import type { Say } from './words.svelte';
import type { Both } from './types';

export const when = (sentence: Both): Say => (value) => (value === true ? sentence : null);
export const pick = (choices: Record<string, Both | null>): Say => (value) => choices[String(value)] ?? null;
export const count = (off: unknown, make: (n: number) => Both): Say => (value) => (value === off || value === null ? null : make(Number(value)));
/** Said elsewhere, or a matter of drawing. */
export const silent: Say = () => null;
/** Ends that several games have. */
export const REASONS = {
  time: ['the time was up', '时间用尽'],
  resigned: ['by resignation', '认输'],
  left: ['somebody left', '有人离开'],
  agreed: ['by agreement', '双方同意'],
} as const satisfies Record<string, Both>;
