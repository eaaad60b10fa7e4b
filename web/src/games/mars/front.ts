// The border between the sides, and the edge of what is known, as curves along tiles.
import type { Tile } from '../../generated/mars';
import { sequence, type Point } from './geography';

/** A tile that is being taken: `part` of it, from where the taker comes. */
export interface Growth {
  at: Tile;
  from: Tile;
  part: number;
}

type Inside = (x: number, y: number) => boolean;
type Edge = { a: Point; b: Point };
const SIZE = 10;
const key = ([x, y]: Point): string => `${x},${y}`;

/** Outlines of the cells for which `inside` holds; lines of the grid may be moved. */
function outlines(columns: number, rows: number, inside: Inside): Point[][] {
  const edges = new Map<string, Edge[]>();
  const add = (a: Point, b: Point): void => {
    const list = edges.get(key(a));
    if (list) list.push({ a, b });
    else edges.set(key(a), [{ a, b }]);
  };
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) {
      if (!inside(x, y)) continue;
      if (!inside(x, y - 1)) add([x, y], [x + 1, y]);
      if (!inside(x + 1, y)) add([x + 1, y], [x + 1, y + 1]);
      if (!inside(x, y + 1)) add([x + 1, y + 1], [x, y + 1]);
      if (!inside(x - 1, y)) add([x, y + 1], [x, y]);
    }
  const found: Point[][] = [];
  for (;;) {
    const start = [...edges.values()].find((list) => list.length > 0)?.[0];
    if (start === undefined) return found;
    const points: Point[] = [];
    let edge: Edge | undefined = start;
    while (edge !== undefined) {
      points.push(edge.a);
      const list: Edge[] = edges.get(key(edge.a)) ?? [];
      list.splice(list.indexOf(edge), 1);
      const next: Edge[] = edges.get(key(edge.b)) ?? [];
      const [dx, dy]: Point = [edge.b[0] - edge.a[0], edge.b[1] - edge.a[1]];
      // Where two outlines touch at a corner each keeps to its own tiles.
      edge = next.length < 2 ? next[0] : (next.find((it) => it.b[0] - it.a[0] === -dy && it.b[1] - it.a[1] === dx) ?? next[0]);
    }
    found.push(points);
  }
}

/** Only the corners of an outline. */
function corners(points: Point[], closed: boolean): Point[] {
  const n = points.length;
  return points.filter((p, i) => {
    if (!closed && (i === 0 || i === n - 1)) return true;
    const [a, b] = [points[(i + n - 1) % n] ?? p, points[(i + 1) % n] ?? p];
    return !((a[0] === p[0] && b[0] === p[0]) || (a[1] === p[1] && b[1] === p[1]));
  });
}

const atRim = ([x, y]: Point): boolean => x <= 0 || y <= 0 || x >= SIZE || y >= SIZE;

function rounded(raw: Point[], c: number, radius: number, closed: boolean): string {
  const points = corners(raw, closed);
  const n = points.length;
  const f = (p: Point): string => `${(p[0] * c).toFixed(1)} ${(p[1] * c).toFixed(1)}`;
  let d = '';
  points.forEach((p, i) => {
    if ((!closed && (i === 0 || i === n - 1)) || atRim(p)) return void (d += (d ? 'L' : 'M') + f(p));
    const towards = (q: Point): Point => {
      const far = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
      const r = Math.min(radius, far / 2);
      return [p[0] + ((q[0] - p[0]) / far) * r, p[1] + ((q[1] - p[1]) / far) * r];
    };
    d += `${d ? 'L' : 'M'}${f(towards(points[(i + n - 1) % n] ?? p))}Q${f(p)} ${f(towards(points[(i + 1) % n] ?? p))}`;
  });
  return closed ? `${d}Z` : d;
}

/** The pieces of an outline that do not run along the rim of the map. */
function pieces(outline: Point[]): { points: Point[]; closed: boolean }[] {
  const n = outline.length;
  const at = (i: number): Point => outline[((i % n) + n) % n] ?? [0, 0];
  const alongRim = (i: number): boolean => {
    const [a, b] = [at(i), at(i + 1)];
    return (a[0] === b[0] && (a[0] <= 0 || a[0] >= SIZE)) || (a[1] === b[1] && (a[1] <= 0 || a[1] >= SIZE));
  };
  const start = outline.findIndex((_, i) => alongRim(i));
  if (start < 0) return [{ points: outline, closed: true }];
  const found: { points: Point[]; closed: boolean }[] = [];
  let run: Point[] = [];
  for (let i = start + 1; i <= start + n; i += 1) {
    if (!alongRim(i)) run = run.length ? [...run, at(i + 1)] : [at(i), at(i + 1)];
    else if (run.length) {
      found.push({ points: run, closed: false });
      run = [];
    }
  }
  return found;
}

/** German ground as an area and the front as lines. */
export function front(territory: string[], c: number, growth: Growth | null): { area: string; line: string } {
  const owner = (x: number, y: number): string => territory[y]?.[x] ?? '';
  let grown: Inside = (x, y) => owner(x, y) === 'G';
  const xs = Array.from({ length: SIZE + 1 }, (_, i) => i);
  const ys = [...xs];
  if (growth !== null && growth.part < 1) {
    // The grid gets one more line through the tile: on one side of it is new ground already.
    const { at: [gx, gy], from: [fx, fy], part } = growth;
    const [dx, dy] = [Math.sign(gx - fx), Math.sign(gy - fy)];
    if (dx !== 0) xs.splice(gx + 1, 0, dx > 0 ? gx + part : gx + 1 - part);
    if (dy !== 0) ys.splice(gy + 1, 0, dy > 0 ? gy + part : gy + 1 - part);
    const taken = owner(gx, gy) === 'G';
    grown = (i, j) => {
      if (i < 0 || j < 0 || i >= xs.length - 1 || j >= ys.length - 1) return false;
      const [x, y] = [dx !== 0 && i > gx ? i - 1 : i, dy !== 0 && j > gy ? j - 1 : j];
      if (x !== gx || y !== gy) return owner(x, y) === 'G';
      const within = (d: number, n: number, g: number): boolean => d === 0 || (d > 0 ? n === g : n === g + 1);
      return within(dx, i, gx) && within(dy, j, gy) ? taken : !taken;
    };
  }
  const place = ([x, y]: Point): Point => [xs[x] ?? x, ys[y] ?? y];
  const all = outlines(xs.length - 1, ys.length - 1, grown).map((points) => points.map(place));
  return {
    area: all.map((points) => rounded(points, c, 0.34, true)).join(''),
    line: all.flatMap(pieces).map((it) => rounded(it.points, c, 0.34, it.closed)).join(''),
  };
}

/** Ground nobody has looked at, with a torn edge. */
export function unknown(fogged: Inside, c: number): string {
  const inside: Inside = (x, y) => x >= 0 && y >= 0 && x < SIZE && y < SIZE && fogged(x, y);
  return outlines(SIZE, SIZE, inside).map((points) => torn(points, c)).join('');
}

function torn(points: Point[], c: number): string {
  const n = points.length;
  const at = (i: number): Point => points[((i % n) + n) % n] ?? [0, 0];
  let d = '';
  for (let i = 0; i < n; i += 1) {
    const [before, a, b, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const along: Point = [b[0] - a[0], b[1] - a[1]];
    // Tears point inwards only, and the same edge is torn the same way each time.
    const inward: Point = [-along[1], along[0]];
    const next = sequence(Math.round(a[0] * 977 + a[1] * 131 + along[0] * 17 + along[1] * 29 + 400));
    const rim = (a[0] === b[0] && (a[0] <= 0 || a[0] >= SIZE)) || (a[1] === b[1] && (a[1] <= 0 || a[1] >= SIZE));
    const turns = (p: Point, q: Point, r: Point): boolean => (q[0] - p[0]) * (r[1] - q[1]) !== (q[1] - p[1]) * (r[0] - q[0]);
    const [cutA, cutB] = [turns(before, a, b), turns(a, b, after)];
    const steps = 9;
    for (let s = 0; s < steps; s += 1) {
      const t = (s + (cutA && s === 0 ? 0.9 : 0.2) + next() * 0.4 - (cutB && s === steps - 1 ? 0.5 : 0)) / steps;
      const corner = (cutA && s === 0) || (cutB && s === steps - 1);
      const far = rim ? 0 : corner ? 0.08 + next() * 0.08 : 0.01 + next() * 0.1;
      d += `${d ? 'L' : 'M'}${((a[0] + along[0] * t + inward[0] * far) * c).toFixed(1)} ${((a[1] + along[1] * t + inward[1] * far) * c).toFixed(1)}`;
    }
  }
  return `${d}Z`;
}
