import type { Clock } from '../generated/protocol';

/** The clocks a table can be opened with; `clock.NAME` are their words. */
export const CLOCKS: Record<string, Clock> = {
  none: { type: 'none' },
  minute: { type: 'per_move', seconds: 60 },
  three: { type: 'per_move', seconds: 180 },
  day: { type: 'per_move', seconds: 86_400 },
  days: { type: 'per_move', seconds: 3 * 86_400 },
  week: { type: 'per_move', seconds: 7 * 86_400 },
  five: { type: 'total', seconds: 300, increment: 3 },
  fifteen: { type: 'total', seconds: 900, increment: 10 },
};
