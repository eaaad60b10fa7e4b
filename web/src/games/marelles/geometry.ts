import { LABELS, place } from './labels';

/** The drawn board is 700 units wide; points lie 88 apart. */
export const SIDE = 700;
export const PITCH = 88;
export const STONE = 33;
const EDGE = 86;

export interface Spot {
  x: number;
  y: number;
}

/** Where the points lie, in the order of the server's indices. */
export const POINTS: Spot[] = LABELS.map((name) => {
  const [column, row] = place(name);
  return { x: EDGE + (column - 1) * PITCH, y: EDGE + (row - 1) * PITCH };
});

export const spot = (name: string): Spot => POINTS[LABELS.indexOf(name)] ?? { x: SIDE / 2, y: SIDE / 2 };

/** The drawn lines, by their ends. */
export const LINES = 'A1A7 B2B6 C3C5 G1G7 F2F6 E3E5 A1G1 B2F2 C3E3 A7G7 B6F6 C5E5 A4C4 E4G4 D1D3 D5D7'.split(' ').map((ends) => [spot(ends.slice(0, 2)), spot(ends.slice(2))] as const);

export const LINE_PATH = LINES.map(([a, b]) => `M${a.x} ${a.y}L${b.x} ${b.y}`).join('');
export const RULER = [0, 1, 2, 3, 4, 5, 6].map((k) => EDGE + k * PITCH);
