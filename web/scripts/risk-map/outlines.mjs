// The 42 outlines in longitude and latitude, cut from Natural Earth (1:50m, through world-atlas).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import clipping from 'polygon-clipping';
import { feature } from 'topojson-client';
import { CUTS, WHOLE } from './countries.mjs';

const GRID = 1e4;
const round = (value) => Math.round(value * GRID) / GRID;
const roundAll = (shape) => shape.map((polygon) => polygon.map((ring) => ring.map(([x, y]) => [round(x), round(y)])));

/** A small generator with a fixed seed: the same map every time. */
let seed = 7;
const wobble = () => ((seed = (seed * 16807) % 2147483647) / 2147483647) - 0.5;

/** Roughens a straight cut so that it looks like a border and not like a ruler; each edge once, so both sides agree. */
const roughened = new Map();
function roughen(ring) {
  const split = (a, b, depth) => {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (depth === 0 || length < 0.5) return [];
    const k = 0.16;
    const middle = [round((a[0] + b[0]) / 2 - (b[1] - a[1]) * k * wobble()), round((a[1] + b[1]) / 2 + (b[0] - a[0]) * k * wobble())];
    return [...split(a, middle, depth - 1), middle, ...split(middle, b, depth - 1)];
  };
  return ring.flatMap((a, i) => {
    const b = ring[(i + 1) % ring.length];
    const [there, back] = [`${a}|${b}`, `${b}|${a}`];
    let between = roughened.get(there);
    if (!between && roughened.has(back)) between = roughened.get(back).toReversed();
    if (!between) {
      // Long edges run over the sea.
      between = Math.hypot(b[0] - a[0], b[1] - a[1]) > 14 ? [] : split(a, b, 4);
      roughened.set(there, between);
    }
    return [a, ...between];
  });
}

/** Chukotka lies beyond the date line and stays with Asia. */
function polygons(geometry, name) {
  const all = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return roundAll(all.map((polygon) => polygon.map((ring) => ring.map(([x, y]) => [name === 'Russia' && x < 0 ? x + 360 : x, y]))));
}

function collect() {
  const atlas = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')));
  const home = new Map(Object.entries(WHOLE).flatMap(([id, names]) => names.map((name) => [name, Number(id)])));
  const parts = Array.from({ length: 42 }, () => []);
  for (const country of feature(atlas, atlas.objects.countries).features) {
    const { name } = country.properties;
    const land = polygons(country.geometry, name);
    const plan = CUTS[name];
    if (home.has(name)) {
      parts[home.get(name)].push(land);
      home.delete(name);
    } else if (plan) {
      let rest = land;
      for (const [id, line] of plan.cuts) {
        const knife = [[roughen(line)]];
        const piece = clipping.intersection(rest, knife);
        rest = clipping.difference(rest, knife);
        if (id >= 0 && piece.length > 0) parts[id].push(piece);
      }
      if (plan.rest >= 0) parts[plan.rest].push(rest);
    }
  }
  if (home.size > 0) throw new Error(`no such country: ${[...home.keys()].join(', ')}`);
  return parts.map((part) => roundAll(clipping.union(...part)));
}

/** Puts every vertex that lies on an edge of another outline into that edge, so that borders are shared. */
function share(shapes) {
  const cells = new Map();
  const seen = new Map(shapes.flat(3).map((vertex) => [vertex.join(), vertex]));
  for (const vertex of seen.values()) {
    const key = vertex.map(Math.floor).join();
    cells.set(key, [...(cells.get(key) ?? []), vertex]);
  }
  const insert = (ring) => {
    const out = [];
    for (let i = 0; i < ring.length - 1; i += 1) {
      const [a, b] = [ring[i], ring[i + 1]];
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      const length = Math.hypot(dx, dy);
      const on = [];
      const span = (axis) => [Math.floor(Math.min(a[axis], b[axis]) - 0.001), Math.floor(Math.max(a[axis], b[axis]) + 0.001)];
      for (let x = span(0)[0]; length > 0 && x <= span(0)[1]; x += 1)
        for (let y = span(1)[0]; y <= span(1)[1]; y += 1)
          for (const vertex of cells.get(`${x},${y}`) ?? []) {
            const t = ((vertex[0] - a[0]) * dx + (vertex[1] - a[1]) * dy) / length / length;
            const aside = Math.abs((vertex[0] - a[0]) * dy - (vertex[1] - a[1]) * dx) / length;
            if (t > 1e-6 && t < 1 - 1e-6 && aside < 3e-4) on.push([t, vertex]);
          }
      out.push(a, ...on.sort((p, q) => p[0] - q[0]).map(([, vertex]) => vertex));
    }
    return [...out, ring.at(-1)];
  };
  return shapes.map((shape) => shape.map((polygon) => polygon.map(insert)));
}

export const outlines = () => share(collect());
