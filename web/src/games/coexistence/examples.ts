import type { Unit } from '../../generated/coexistence';
// A duel of the rules; blue begins. The tests play it on the server's own rules.

export interface Duel {
  hands: [Unit[], Unit[]];
  /** Own column, then the enemy's; both sides in turn. */
  moves: string[];
  points: number[];
}

export const DUEL: Duel = {
  hands: [['axe', 'sword', 'arrow'], ['hammer', 'axe', 'sword']],
  moves: ['AA', 'CA', 'BB', 'CC'],
  points: [1, 1, 1, 0],
};
