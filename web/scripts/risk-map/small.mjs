// The same territories for pictures of a hundred pixels: few points, whole numbers, one path each.
import { readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../../src/games/risk/', import.meta.url).pathname;
/** Board pixels of one unit: a picture of a hundred pixels shows no less. */
const UNIT = 4;
/** Board pixels between two points that are kept. */
const STEP = 17;
/** Islands narrower than this are left out, unless a territory has nothing larger. */
const ISLAND = 22;

const map = JSON.parse(readFileSync(`${FOLDER}map.json`, 'utf8'));

function points(index) {
  const steps = map.arcs[index < 0 ? ~index : index];
  const out = [];
  let [x, y] = [0, 0];
  for (let i = 0; i + 1 < steps.length; i += 2) out.push([(x += steps[i]) / 2, (y += steps[i + 1]) / 2]);
  // Thinned out before it is turned round, so that neighbours keep the same points.
  const coarse = [];
  out.forEach((p, i) => {
    const last = coarse.at(-1);
    if (last === undefined || i === out.length - 1 || Math.hypot(p[0] - last[0], p[1] - last[1]) >= STEP) coarse.push(p);
  });
  return index < 0 ? coarse.reverse() : coarse;
}

const whole = (n) => Math.round(n / UNIT);
const wide = (ring) => Math.max(...ring.map(([x]) => x)) - Math.min(...ring.map(([x]) => x));
const lands = map.lands.map((land) => {
  const rings = land.rings.map((arcs) => arcs.flatMap(points)).sort((a, b) => wide(b) - wide(a));
  return rings.filter((ring, i) => i === 0 || wide(ring) > ISLAND).map((ring) => {
    let [x, y] = ring[0].map(whole);
    let d = `M${x} ${y}l`;
    for (const [px, py] of ring.slice(1)) {
      const [dx, dy] = [whole(px) - x, whole(py) - y];
      if (dx === 0 && dy === 0) continue;
      d += `${d.endsWith('l') || dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`;
      [x, y] = [x + dx, y + dy];
    }
    return `${d}z`;
  }).join('');
});
writeFileSync(`${FOLDER}small.json`, `${JSON.stringify({ size: map.size.map(whole), lands })}\n`);
