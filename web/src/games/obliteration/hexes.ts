// Where hexes lie: columns are straight, odd ones half a hex lower. In units of the circumradius.
export const ROOT = Math.sqrt(3);

/** Neighbours in the six directions, for even and odd columns (rule page 1.3). */
const STEPS = [
  [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 0], [-1, -1]],
  [[0, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]],
] as const;

export class Grid {
  readonly count: number;
  /** Of each hex, in the order of the directions; -1 is outside. */
  readonly neighbours: number[][];

  constructor(
    readonly columns: number,
    readonly rows: number,
  ) {
    this.count = columns * rows;
    this.neighbours = Array.from({ length: this.count }, (_, i) => {
      const [x, y] = this.place(i);
      return STEPS[x % 2 === 0 ? 0 : 1].map(([dx, dy]) => this.index(x + dx, y + dy));
    });
  }

  index(x: number, y: number): number {
    return x < 0 || y < 0 || x >= this.columns || y >= this.rows ? -1 : x * this.rows + y;
  }

  place(i: number): [number, number] {
    return [Math.floor(i / this.rows), i % this.rows];
  }

  middle(i: number): [number, number] {
    const [x, y] = this.place(i);
    return [1 + 1.5 * x, ROOT * (y + 0.5 + (x % 2) / 2)];
  }

  get width(): number {
    return 1.5 * (this.columns - 1) + 2;
  }

  get height(): number {
    return ROOT * (this.rows + 0.5);
  }
}

/** Where an arm of this rotation points; it may lie between two. */
export const direction = (rotation: number): [number, number] => [Math.sin((rotation * Math.PI) / 3), -Math.cos((rotation * Math.PI) / 3)];

/** Corners of a hex of circumradius r around the origin. */
export const corners = (r: number): [number, number][] => [0, 1, 2, 3, 4, 5].map((k) => [r * Math.cos((k * Math.PI) / 3), r * Math.sin((k * Math.PI) / 3)]);

export const polygon = (r: number): string => `M${corners(r).map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z`;
