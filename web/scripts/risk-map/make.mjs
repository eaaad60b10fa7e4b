// Cuts Risk's 42 territories out of the world and writes src/games/risk/map.json:
//   size   of the board in pixels
//   arcs   lines shared by neighbours, in half pixels: a start, then steps (x, y, dx, dy, dx, dy, ...)
//   lands  by id: rings of arcs (~i is arc i backwards), the pole of inaccessibility and its distance
//
//   npm ci && node make.mjs
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import polylabel from 'polylabel';
import { feature } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, simplify } from 'topojson-simplify';
import { outlines } from './outlines.mjs';
import { projection, WIDTH } from './projection.mjs';

const OUT = new URL('../../src/games/risk/map.json', import.meta.url);
/** Islands below this many square pixels are left out; less where islands are all there is. */
const SMALLEST = { 2: 24, 19: 40, 20: 20, 22: 14, 24: 14, 30: 20, 39: 22, 40: 22 };
const SMALLEST_ELSEWHERE = 45;
const SMALLEST_LAKE = 60;
const DETAIL = 1.1;

const area = (ring) => Math.abs(ring.reduce((sum, p, i) => {
  const q = ring[(i + 1) % ring.length];
  return sum + p[0] * q[1] - q[0] * p[1];
}, 0) / 2);

const shapes = outlines();
const { project, height } = projection(shapes);
const features = shapes.map((shape, id) => {
  const coordinates = shape
    .map((polygon) => polygon.map((ring) => ring.map(project)))
    .filter(([outer]) => area(outer) > (SMALLEST[id] ?? SMALLEST_ELSEWHERE))
    .map(([outer, ...lakes]) => [outer, ...lakes.filter((ring) => area(ring) > SMALLEST_LAKE)]);
  return { type: 'Feature', id, properties: {}, geometry: { type: 'MultiPolygon', coordinates } };
});
const topo = simplify(presimplify(topology({ lands: { type: 'FeatureCollection', features } })), DETAIL);

const arcs = topo.arcs.map((arc) => {
  const points = arc.map((p) => p.map((v) => Math.round(v * 2)));
  const kept = points.filter((p, i) => i === 0 || i === points.length - 1 || p[0] !== points[i - 1][0] || p[1] !== points[i - 1][1]);
  return kept.flatMap((p, i) => (i === 0 ? p : [p[0] - kept[i - 1][0], p[1] - kept[i - 1][1]]));
});
const lands = topo.objects.lands.geometries.map((geometry) => {
  const polygons = feature(topo, geometry).geometry.coordinates;
  const largest = polygons.toSorted((a, b) => area(b[0]) - area(a[0]))[0];
  const pole = polylabel(largest, 1);
  return { id: geometry.id, rings: geometry.arcs.flat(), at: [Math.round(pole[0]), Math.round(pole[1])], room: Math.round(pole.distance) };
});
const text = JSON.stringify({ size: [WIDTH, height], arcs, lands: lands.toSorted((a, b) => a.id - b.id).map(({ rings, at, room }) => ({ rings, at, room })) });
writeFileSync(OUT, `${text}\n`);
console.log(`${WIDTH} x ${height}, ${arcs.length} arcs, ${arcs.reduce((n, arc) => n + arc.length / 2, 0)} points, ${Math.round(gzipSync(text).length / 1024)} KB gzipped`);
