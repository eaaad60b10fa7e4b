export type Unit = 'axe' | 'hammer' | 'sword' | 'arrow';

export interface Attack {
  kind: 'attacked';
  seat: number;
  /** Whose blow it was is not always known: a foreign server's frames do not say. */
  own: number | null;
  target: number;
  attacker_unit: Unit | null;
  target_unit: Unit;
  points: number;
}

export interface CoView {
  hands: (Unit | null)[][];
  scores: number[];
  goal: number;
  round: number;
  rounds: number;
  turn: number | null;
  passes: number;
  last: Attack | { kind: 'passed'; seat: number } | { kind: 'left'; seat: number } | null;
}

export type Effect =
  | { kind: 'attack'; own: number; target: number; attacker: Unit; victim: Unit; points: number; scores: number[]; strikes_back: { column: number; points: number }[]; ends: { winner: number | null } | null }
  | { kind: 'pass'; round_ends: boolean; round: number; starts: number | null; deal: string | null; ends: { winner: number | null } | null };

export const COLUMNS = [0, 1, 2, 3, 4, 5];
export const column = (index: number): string => String.fromCharCode(65 + index);
export const columnOf = (letter: string): number => letter.charCodeAt(0) - 65;
