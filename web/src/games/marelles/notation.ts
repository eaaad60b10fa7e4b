import { LABELS } from './labels';

/** A move as drawn: `D7`, `A1-A4`, `xG7`, `A1-A4xG7`. */
export interface Drawn {
  from: number | null;
  to: number | null;
  taken: number | null;
}

export function drawn(action: string): Drawn | null {
  const found = /^(?:([A-G]\d)(?:-([A-G]\d))?)?(?:X([A-G]\d))?$/.exec(action.trim().toUpperCase());
  if (found === null) return null;
  const [first, second, taken] = found.slice(1).map((it) => (it === undefined ? null : LABELS.indexOf(it)));
  if ([first, second, taken].includes(-1)) return null;
  return second === null || second === undefined
    ? { from: null, to: first ?? null, taken: taken ?? null }
    : { from: first ?? null, to: second, taken: taken ?? null };
}
