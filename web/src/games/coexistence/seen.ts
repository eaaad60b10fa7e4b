import type { Last, Unit, View } from '../../generated/coexistence';

/** Whose blow it was is not always known: a foreign server's frames do not say. */
export type Attack = Omit<Extract<Last, { kind: 'attacked' }>, 'own' | 'attacker_unit'> & { own: number | null; attacker_unit: Unit | null };

/** What the board draws: the server's view, or a foreign server's frame. */
export type Seen = Pick<View, 'hands' | 'scores' | 'goal' | 'round' | 'rounds' | 'turn' | 'passes'> & {
  last: Attack | { kind: 'passed' | 'left'; seat: number } | null;
};
