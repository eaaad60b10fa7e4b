// The land around Rzhev in tiles: x to the right, y down. Decoration only: no rule looks at it.
// Courses follow the borders of tiles where they can, so that counters hide little of them.
export type Point = [number, number];

/** Course and width. */
export const RIVERS: [Point[], number][] = [
  [[[-0.1, 0.55], [0.8, 1.05], [1.35, 1.75], [2.1, 1.98], [3, 1.55], [3.7, 1.95], [4.6, 1.98], [5.25, 2.05], [5.95, 2.55], [6.05, 3.05], [6.9, 2.98], [7.35, 2.2], [8, 1.5], [8.1, 0.95], [8.95, 0.7], [9.2, -0.1]], 3.4],
  [[[6.02, 7.05], [5.75, 6.4], [6.05, 5.95], [6, 5.1], [6.3, 4.5], [5.95, 3.9], [6.05, 3.05]], 2.2],
  [[[10.1, 5.35], [9.3, 5.05], [8.05, 4.95], [7.6, 4.05], [6.95, 3.95], [6.08, 3.95]], 2],
  [[[-0.1, 3.75], [0.95, 3.9], [1.9, 4.05], [3.1, 3.95], [3.6, 4.6], [3.1, 5.3]], 1.8],
  [[[3.7, 4.5], [4.6, 4.7], [5.1, 4.05], [5.05, 3.3], [5.9, 2.9]], 1.6],
  [[[-0.1, 6.95], [0.95, 6.98], [1.6, 6.05], [2.1, 5.5], [1.9, 4.9], [2.4, 4.4]], 1.8],
  [[[4.6, 6.05], [4.05, 6.9], [4.5, 7.5], [3.9, 8.4], [3.1, 8.7], [2.6, 10.1]], 2.2],
  [[[4.5, 7.5], [5.6, 8.1], [6.05, 9], [7.05, 8.95], [7.6, 9.6], [8.6, 10.1]], 1.6],
];
export const RAILWAYS: Point[][] = [
  [[-0.1, 2.62], [0.98, 2.98], [2, 3.05], [2.98, 3.1], [4, 2.98], [4.98, 3.02], [5.4, 3.1], [6.4, 3.02], [7.1, 3.02], [8.2, 3.1], [10.1, 2.95]],
  [[5.2, 3.05], [5.6, 3.9], [5.95, 4.6], [6, 5.9], [5.2, 6.3], [5.1, 6.9], [5.98, 7.2], [6, 7.95], [7, 8.02], [10.1, 8.1]],
  [[6, 7.95], [5.2, 8.5], [4.9, 10.1]],
];
export const ROADS: Point[][] = [
  [[1.05, 6.98], [2, 7], [2.9, 7.05], [4, 7.1], [5.1, 6.9]],
  [[2.05, 3.1], [2.1, 4], [1.2, 5], [1.05, 6], [1.05, 6.98], [1.9, 8], [1.98, 10.1]],
  [[6.98, 3.02], [7.05, 3.95], [8, 4.05], [9, 4.9], [10.1, 4.85]],
  [[8, 4.05], [7.02, 5.02], [6.05, 5.02]],
  [[2.05, 2], [2, 3.05]],
  [[8, 0.98], [7.02, 2.02], [6, 2.02], [5.2, 2.9]],
  [[2.9, 7.05], [3.05, 8], [2.7, 9.1], [0, 9.05]],
];
/** Middle and half axes. */
export const WOODS: [number, number, number, number][] = [
  [1.2, 0.5, 1, 0.55], [4.6, 0.95, 0.8, 0.4], [7.6, 1.1, 0.7, 0.5], [3.9, 3.7, 1.05, 0.6], [2.9, 4.8, 0.8, 0.55], [4.7, 5.4, 0.7, 0.6],
  [0.6, 4.6, 0.6, 0.4], [9.2, 1.4, 0.6, 0.7], [9.1, 6.6, 0.75, 0.8], [3, 6.3, 0.7, 0.45], [4.9, 8.9, 0.9, 0.55], [1, 8.6, 0.7, 0.45],
  [3.4, 9.3, 0.7, 0.4], [8.8, 9.1, 0.8, 0.5], [7.5, 6, 0.4, 0.35], [2.2, 0.2, 0.5, 0.3], [9.4, 3.5, 0.5, 0.4],
];
/** Names written along a river. */
export const RIVER_NAMES: { en: string; zh: string; course: Point[] }[] = [
  { en: 'Volga', zh: '伏尔加河', course: [[7.62, 1.86], [8, 1.42], [8.06, 1]] },
  { en: 'Dnepr', zh: '第聂伯河', course: [[3.97, 8.22], [4.4, 7.82], [4.6, 7.4]] },
];

/** The same numbers every time. */
export function sequence(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/** A smooth field of heights between 0 and 1. */
export function heights(seed: number): (x: number, y: number) => number {
  const hash = (x: number, y: number): number => {
    const n = Math.sin(x * 127.1 + y * 311.7 + seed * 74.7) * 43758.5453;
    return n - Math.floor(n);
  };
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const value = (x: number, y: number): number => {
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const [a, b] = [ease(x - i), ease(y - j)];
    return (hash(i, j) * (1 - a) + hash(i + 1, j) * a) * (1 - b) + (hash(i, j + 1) * (1 - a) + hash(i + 1, j + 1) * a) * b;
  };
  return (x, y) => value(x * 0.42, y * 0.42) * 0.62 + value(x * 0.95 + 9, y * 0.95) * 0.27 + value(x * 2.1, y * 2.1 + 5) * 0.11;
}

/** A curve through all points, as the data of a path; `c` is the size of a tile. */
export function smooth(points: Point[], c: number): string {
  const p = points.map(([x, y]) => [x * c, y * c] as Point);
  const at = (i: number): Point => p[Math.max(0, Math.min(p.length - 1, i))] ?? [0, 0];
  const f = (n: number): string => n.toFixed(1);
  let d = `M${f(at(0)[0])} ${f(at(0)[1])}`;
  for (let i = 0; i < p.length - 1; i += 1) {
    const [a, b, e, g] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${f(b[0] + (e[0] - a[0]) / 6)} ${f(b[1] + (e[1] - a[1]) / 6)} ${f(e[0] - (g[0] - b[0]) / 6)} ${f(e[1] - (g[1] - b[1]) / 6)} ${f(e[0])} ${f(e[1])}`;
  }
  return d;
}
