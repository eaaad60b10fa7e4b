// The drawn world: outlines cut by scripts/risk-map, in board pixels, and where things stand on them.
import map from './map.json';

export type Point = [number, number];

export const [WIDTH, HEIGHT] = map.size as Point;

/** The arc's points in board pixels. */
function points(index: number): Point[] {
  const steps = map.arcs[index < 0 ? ~index : index] ?? [];
  const out: Point[] = [];
  let [x, y] = [0, 0];
  for (let i = 0; i + 1 < steps.length; i += 2) {
    x += steps[i] ?? 0;
    y += steps[i + 1] ?? 0;
    out.push([x / 2, y / 2]);
  }
  return index < 0 ? out.reverse() : out;
}
const line = (index: number): string => `M${points(index).map((p) => p.join(' ')).join('L')}`;
const ring = (arcs: number[]): string => `M${arcs.flatMap((arc, i) => points(arc).slice(i === 0 ? 0 : 1)).map((p) => p.join(' ')).join('L')}Z`;

/** Without the detail that nobody sees in a wide stroke or a small picture. */
function coarse(index: number): Point[] {
  const all = points(index);
  const kept: Point[] = [];
  all.forEach((p, i) => {
    const last = kept.at(-1);
    if (last === undefined || i === all.length - 1 || Math.hypot(p[0] - last[0], p[1] - last[1]) > 6) kept.push(p);
  });
  return kept;
}

/** Outline by territory. */
export const OUTLINES: string[] = map.lands.map((land) => land.rings.map(ring).join(''));

/** Which territories an arc belongs to. */
const sides: number[][] = map.arcs.map(() => []);
map.lands.forEach((land, id) => land.rings.flat().forEach((arc) => sides[arc < 0 ? ~arc : arc]?.push(id)));

/** Pairs that touch in the drawing. */
export const TOUCHING: Set<string> = new Set(sides.filter((it) => it.length > 1).map((it) => it.slice().sort((a, b) => a - b).join()));

/** Where land meets water, roughly. */
export const COAST = sides.map((lands, arc) => (lands.length === 1 ? `M${coarse(arc).map((p) => p.join(' ')).join('L')}` : '')).join('');
/** Outline by territory, roughly. */
export const SMALL_OUTLINES: string[] = map.lands.map((land) => land.rings.map((arcs) => `M${arcs.flatMap(coarse).map((p) => p.join(' ')).join('L')}Z`).join(''));

const lines = (wanted: (lands: number[]) => boolean): string => sides.map((lands, arc) => (wanted(lands) ? line(arc) : '')).join('');

/** Borders within continents, borders between them, and the rim of each; `continents` by territory. */
export function borders(continents: number[]): { inner: string; between: string; rims: string[] } {
  const of = (lands: number[]): Set<number | undefined> => new Set(lands.map((id) => continents[id]));
  return {
    inner: lines((lands) => lands.length > 1 && of(lands).size === 1),
    between: lines((lands) => of(lands).size > 1),
    rims: [...new Set(continents)].slice().sort((a, b) => a - b).map((c) => lines((lands) => of(lands).has(c) && (lands.length === 1 || of(lands).size > 1))),
  };
}

// Where the pole of inaccessibility is not the best place for a disc: islands, peninsulas, neighbours.
const MOVED: Record<number, Point> = {
  0: [176, 120], 2: [312, 500], 5: [606, 66], 8: [478, 240], 9: [436, 632], 10: [470, 752], 12: [482, 822], 14: [884, 494], 15: [934, 586], 16: [868, 655],
  18: [1020, 766], 19: [674, 121], 20: [735, 252], 21: [728, 374], 23: [815, 160], 24: [880, 338], 25: [975, 205], 30: [1434, 418], 31: [1462, 128], 32: [1010, 446],
  33: [1330, 330], 34: [1278, 562], 35: [1188, 196], 37: [1340, 122], 39: [1330, 662], 40: [1458, 698],
};
/** Where the disc of a territory stands. */
export const SPOTS: Point[] = map.lands.map((land, id) => MOVED[id] ?? (land.at as Point));
/** How far the coast or border is from there. */
export const ROOM: number[] = map.lands.map((land) => land.room);

export const ALASKA = 0;
export const KAMCHATKA = 31;

/** Sea routes between territories that do not touch, from where to where they are drawn. */
export const ROUTES: { pair: string; from: Point; to: Point }[] = ([
  ['5,6', [606, 66], [470, 80]], ['1,5', [585, 100], [505, 125]], ['5,8', [592, 160], [515, 190]], ['5,19', [620, 90], [674, 121]], ['19,20', [674, 121], [735, 252]],
  ['19,23', [674, 121], [815, 160]], ['20,23', [735, 252], [815, 160]], ['20,22', [748, 256], [800, 262]], ['20,21', [742, 262], [728, 330]], ['22,23', [820, 205], [840, 228]],
  ['13,21', [728, 374], [728, 480]], ['13,24', [760, 480], [862, 330]], ['14,24', [884, 494], [880, 338]], ['15,32', [1000, 598], [1012, 560]], ['15,18', [960, 690], [1020, 766]],
  ['17,18', [900, 790], [1020, 766]], ['11,13', [575, 690], [665, 580]], ['30,31', [1434, 418], [1408, 300]], ['30,33', [1434, 418], [1372, 410]], ['34,39', [1278, 562], [1330, 662]],
  ['39,40', [1330, 662], [1458, 698]], ['39,41', [1330, 662], [1364, 810]], ['40,41', [1458, 698], [1364, 810]], ['38,40', [1458, 698], [1447, 809]],
] as [string, Point, Point][]).map(([pair, from, to]) => ({ pair, from, to }));

/** Alaska and Kamchatka meet beyond both edges of the map. */
export const WRAP = { pair: `${ALASKA},${KAMCHATKA}`, west: 'M150 110Q90 96 20 104', east: 'M1500 118Q1560 100 1660 104' };

/** A line that bends a little to its left. */
export function bend([ax, ay]: Point, [bx, by]: Point, by_ = 0.09): string {
  const [dx, dy] = [bx - ax, by - ay];
  return `M${ax} ${ay}Q${(ax + bx) / 2 - dy * by_} ${(ay + by) / 2 + dx * by_} ${bx} ${by}`;
}

/** Where a continent's name begins, by id. */
export const CONTINENT_SPOTS: Point[] = [[42, 441], [199, 845], [711, 866], [566, 315], [1148, 709], [1145, 899]];
