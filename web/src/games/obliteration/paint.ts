// One frame of the board. Nothing here filters or blurs: light comes from pictures made beforehand.
import type { Mark } from '../types';
import { AFTERGLOW, type Film, letter } from './film.svelte';
import { corners, direction, type Grid, polygon, ROOT } from './hexes';
import { colourOf, glyph, mix } from './palette';
import { drawArm, type Sprites } from './sprites';

export interface Scene {
  grid: Grid;
  film: Film;
  sprites: Sprites;
  /** Colour numbers by seat. */
  numbers: number[];
  /** Circumradius in pixels, and where the board begins. */
  s: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Hexes that would change if this one were turned. */
  preview: { hex: number; set: Set<number>; seat: number } | null;
  /** An own hex one points at, before the server has answered. */
  pointed: { hex: number; seat: number } | null;
  last: number | null;
  marks: Mark[];
  sent: number | null;
  rims: boolean;
  /** What lies still, kept from frame to frame. */
  layer: Layer;
}

export interface Layer {
  canvas: HTMLCanvasElement;
  key: string;
  owners: number[];
}

const MARKS = { hint: '#7df0b4', better: '#7fc0ff', played: '#ffd27a' };

export function paint(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { grid, film, sprites, s, width, height } = scene;
  const middle = (i: number): [number, number] => {
    const [x, y] = grid.middle(i);
    return [scene.x + x * s, scene.y + y * s];
  };
  const inSight = (x: number, y: number): boolean => x > -2 * s && y > -2 * s && x < width + 2 * s && y < height + 2 * s;
  const { wave } = film;
  const neutral = scene.numbers.length;

  ctx.clearRect(0, 0, width, height);
  const kept = scene.layer;
  const key = `${s} ${scene.x} ${scene.y} ${width} ${height} ${scene.numbers.join()} ${wave === null} ${film.rotations}`;
  const fresh = kept.key === key;
  if (!fresh) [kept.canvas.width, kept.canvas.height] = [width, height];
  const screen = ctx;
  ctx = kept.canvas.getContext('2d') ?? screen;
  const seen: { i: number; x: number; y: number; owner: number; rotation: number }[] = [];
  for (let i = 0; i < grid.count; i += 1) {
    const [x, y] = middle(i);
    if (!inSight(x, y)) continue;
    const owner = film.ownerAt(i);
    seen.push({ i, x, y, owner: owner < 0 ? neutral : owner, rotation: film.rotations.charCodeAt(i) - 48 });
  }
  const side = sprites.reach * 2 * s;
  const picture = (image: HTMLCanvasElement | undefined, x: number, y: number, size = side): void => {
    if (image) ctx.drawImage(image, x - size / 2, y - size / 2, size, size);
  };
  // While a wave runs only the hexes it has reached are painted anew, with the arms around them.
  const changed = fresh ? seen.filter((it) => kept.owners[it.i] !== it.owner) : seen;
  const touched = new Set(fresh ? changed.flatMap((it) => [it.i, ...(grid.neighbours[it.i] ?? [])]) : []);
  for (const it of changed) {
    kept.owners[it.i] = it.owner;
    picture(sprites.base[it.owner], it.x, it.y);
  }

  // Threads of light between hexes of one owner.
  ctx.lineWidth = s * 0.07;
  ctx.globalAlpha = 0.5;
  scene.numbers.forEach((_, seat) => {
    ctx.beginPath();
    for (const it of changed) {
      if (it.owner !== seat || (wave && it.i === wave.hex)) continue;
      const target = grid.neighbours[it.i]?.[it.rotation] ?? -1;
      if (target < 0 || film.ownerAt(target) !== seat) continue;
      const [dx, dy] = direction(it.rotation);
      ctx.moveTo(it.x, it.y);
      ctx.lineTo(it.x + dx * ROOT * s, it.y + dy * ROOT * s);
    }
    ctx.strokeStyle = sprites.glasses[seat]?.arm ?? '#fff';
    ctx.stroke();
  });
  ctx.globalAlpha = 1;
  for (const it of seen) if (it.i !== wave?.hex && (!fresh || touched.has(it.i))) picture(sprites.arms[it.owner]?.[it.rotation], it.x, it.y);
  kept.key = key;
  ctx = screen;
  ctx.drawImage(kept.canvas, 0, 0);

  if (wave) runWave(ctx, scene, middle, picture);
  else if (scene.preview) tint(ctx, scene, middle);
  else if (scene.pointed) turnHere(ctx, scene, middle, scene.pointed.hex, scene.pointed.seat);

  const ring = (i: number, colour: string, dash: number[], size = 1): void => {
    const [x, y] = middle(i);
    ctx.save();
    ctx.translate(x, y);
    ctx.strokeStyle = '#071015';
    ctx.lineWidth = s * 0.2;
    ctx.stroke(new Path2D(polygon(s * size)));
    ctx.strokeStyle = colour;
    ctx.lineWidth = s * 0.13;
    ctx.setLineDash(dash);
    ctx.stroke(new Path2D(polygon(s * size)));
    ctx.restore();
  };
  if (!wave && scene.last !== null) {
    ring(scene.last, '#ffe9a8', [s * 0.3, s * 0.16]);
    // The other end: what it points at now.
    const target = grid.neighbours[scene.last]?.[film.rotations.charCodeAt(scene.last) - 48] ?? -1;
    if (target >= 0) ring(target, '#ffe9a8', [s * 0.1, s * 0.2], 0.9);
  }
  for (const mark of scene.marks) {
    const [x, y] = mark.action.split(',').map(Number);
    const i = grid.index(x ?? -1, y ?? -1);
    if (i < 0) continue;
    ring(i, MARKS[mark.kind], []);
    sweep(ctx, middle(i), s, film.rotations.charCodeAt(i) - 48, MARKS[mark.kind]);
  }
  if (scene.sent !== null) ring(scene.sent, '#ffffff', [s * 0.15, s * 0.15]);
  if (scene.rims) rims(ctx, scene, middle);
}

/** A bow from the present direction to the next, with a head. */
function sweep(ctx: CanvasRenderingContext2D, [x, y]: [number, number], s: number, rotation: number, colour: string): void {
  const [from, to] = [((rotation * 60 - 90 + 8) * Math.PI) / 180, ((rotation * 60 - 30 - 12) * Math.PI) / 180];
  ctx.strokeStyle = colour;
  ctx.lineCap = 'round';
  ctx.lineWidth = s * 0.1;
  ctx.beginPath();
  ctx.arc(x, y, s * 0.62, from, to);
  ctx.stroke();
  ctx.save();
  ctx.translate(x + s * 0.62 * Math.cos(to), y + s * 0.62 * Math.sin(to));
  ctx.rotate(to + Math.PI / 2);
  ctx.stroke(new Path2D(`M${-s * 0.15} ${-s * 0.15}L${s * 0.04} 0L${-s * 0.15} ${s * 0.15}`));
  ctx.restore();
}

/** The rim around a set of hexes. */
function outline(grid: Grid, set: Set<number>, middle: (i: number) => [number, number], s: number): Path2D {
  const path = new Path2D();
  const points = corners(s);
  for (const i of set) {
    const [x, y] = middle(i);
    grid.neighbours[i]?.forEach((other, way) => {
      if (set.has(other)) return;
      // The edge in direction 0 lies between the corners at 240 and 300 degrees.
      const [a, b] = [points[(way + 4) % 6], points[(way + 5) % 6]];
      if (!a || !b) return;
      path.moveTo(x + a[0], y + a[1]);
      path.lineTo(x + b[0], y + b[1]);
    });
  }
  return path;
}

function turnHere(ctx: CanvasRenderingContext2D, scene: Scene, middle: (i: number) => [number, number], hex: number, seat: number): void {
  const { s, sprites, film } = scene;
  const [x, y] = middle(hex);
  const me = sprites.glasses[seat];
  if (me === undefined) return;
  const rotation = film.rotations.charCodeAt(hex) - 48;
  const halo = sprites.halo[seat];
  if (halo) ctx.drawImage(halo, x - 2.5 * s, y - 2.5 * s, 5 * s, 5 * s);
  ctx.save();
  ctx.translate(x, y);
  ctx.fillStyle = me.edge;
  ctx.fill(new Path2D(polygon(s * 0.97)));
  ctx.strokeStyle = '#fff';
  ctx.lineWidth = s * 0.15;
  ctx.stroke(new Path2D(polygon(s * 0.97)));
  const arm = (r: number, far: number, width: number, colour: string, dash: number[]): void => {
    const [dx, dy] = direction(r);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.lineCap = 'round';
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.lineTo(dx * far, dy * far);
    ctx.stroke();
    ctx.setLineDash([]);
  };
  arm(rotation, s * 0.62, s * 0.12, `${me.arm}88`, [s * 0.1, s * 0.16]);
  arm(rotation + 1, s * 0.88, s * 0.18, '#fff', []);
  ctx.fillStyle = '#fff';
  ctx.fill(new Path2D(glyph(scene.numbers[seat] ?? 10, s * 0.28)), 'evenodd');
  ctx.restore();
  sweep(ctx, [x, y], s, rotation, '#fff');
}

function tint(ctx: CanvasRenderingContext2D, scene: Scene, middle: (i: number) => [number, number]): void {
  const { grid, film, s, sprites, preview } = scene;
  if (preview === null) return;
  const me = sprites.glasses[preview.seat];
  if (me === undefined) return;
  ctx.fillStyle = 'rgb(5 9 11 / 22%)';
  ctx.fillRect(0, 0, scene.width, scene.height);
  const shape = new Path2D(polygon(s * 0.95));
  for (const i of preview.set) {
    const [x, y] = middle(i);
    const owner = letter(film.owners, i);
    const number = owner < 0 ? 10 : (scene.numbers[owner] ?? 10);
    ctx.save();
    ctx.translate(x, y);
    ctx.fillStyle = mix(colourOf(number), '#0a1013', 0.45);
    ctx.fill(shape);
    ctx.globalAlpha = 0.62;
    ctx.fillStyle = me.colour;
    ctx.fill(shape);
    ctx.globalAlpha = 1;
    drawArm(ctx, s, { ...me, arm: 'rgb(255 255 255 / 85%)', core: mix(colourOf(number), '#ffffff', 0.3), edge: '#06222b' }, number, film.rotations.charCodeAt(i) - 48, false);
    ctx.restore();
  }
  const rim = outline(grid, preview.set, middle, s);
  ctx.lineCap = 'round';
  for (const [width, colour] of [[0.7, `${me.colour}2e`], [0.42, `${me.colour}55`], [0.13, '#f2fdff']] as const) {
    ctx.lineWidth = s * width;
    ctx.strokeStyle = colour;
    ctx.stroke(rim);
  }
  turnHere(ctx, scene, middle, preview.hex, preview.seat);
}

function runWave(ctx: CanvasRenderingContext2D, scene: Scene, middle: (i: number) => [number, number], picture: (image: HTMLCanvasElement | undefined, x: number, y: number, size?: number) => void): void {
  const { film, grid, s, sprites } = scene;
  const { wave, clock } = film;
  if (wave === null) return;
  const me = sprites.glasses[wave.seat];
  if (me === undefined) return;
  // Links that are lit: from each wave to the one before.
  const now = Math.floor(clock);
  const arrow = (i: number): number => grid.neighbours[i]?.[i === wave.hex ? (wave.rotation + 1) % 6 : wave.rotations.charCodeAt(i) - 48] ?? -1;
  ctx.lineCap = 'round';
  for (let n = Math.max(1, now - AFTERGLOW * 2); n <= Math.min(now, wave.waves.length - 1); n += 1) {
    const strong = Math.max(0, 1 - (clock - n) / (AFTERGLOW * 2));
    ctx.beginPath();
    for (const i of wave.waves[n] ?? [])
      for (const from of grid.neighbours[i] ?? []) {
        if (from < 0 || (from === wave.hex ? 0 : wave.when.get(from)) !== n - 1 || (arrow(i) !== from && arrow(from) !== i)) continue;
        ctx.moveTo(...middle(from));
        ctx.lineTo(...middle(i));
      }
    ctx.globalAlpha = 0.55 * strong;
    ctx.strokeStyle = me.colour;
    ctx.lineWidth = s * 0.5;
    ctx.stroke();
    ctx.globalAlpha = strong;
    ctx.strokeStyle = '#fff';
    ctx.lineWidth = s * 0.16;
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  // The turned hex itself.
  const [x, y] = middle(wave.hex);
  const part = Math.min(1, clock);
  const spin = part * (2 - part);
  ctx.save();
  ctx.translate(x, y);
  drawArm(ctx, s, me, scene.numbers[wave.seat] ?? 10, wave.rotation + spin, false);
  ctx.strokeStyle = '#fff';
  ctx.lineWidth = s * 0.15;
  ctx.stroke(new Path2D(polygon(s * 0.97)));
  ctx.restore();
  // Fresh light.
  const shape = new Path2D(polygon(s * 1.02));
  for (const [i, n] of wave.when) {
    const age = clock - n;
    if (age < 0 || age > AFTERGLOW) continue;
    const strong = 1 - age / AFTERGLOW;
    const at = middle(i);
    if (age < 1.4) {
      ctx.globalAlpha = 1 - age / 1.4;
      picture(sprites.halo[wave.seat], ...at, 5 * s);
    }
    ctx.globalAlpha = strong * strong * 0.8;
    ctx.fillStyle = mix(me.colour, '#ffffff', 0.75);
    ctx.save();
    ctx.translate(...at);
    ctx.fill(shape);
    ctx.restore();
  }
  ctx.globalAlpha = 1;
  const rest = new Set([...wave.when].filter(([, n]) => n > clock).map(([i]) => i));
  if (rest.size > 0) {
    ctx.setLineDash([s * 0.22, s * 0.2]);
    ctx.strokeStyle = mix(me.colour, '#ffffff', 0.35);
    ctx.lineWidth = s * 0.1;
    ctx.stroke(outline(grid, rest, middle, s));
    ctx.setLineDash([]);
  }
}

/** Numbers of columns and rows along the edges of the window. */
function rims(ctx: CanvasRenderingContext2D, scene: Scene, middle: (i: number) => [number, number]): void {
  const { grid, s, height, width } = scene;
  const font = Math.min(15 * (devicePixelRatio || 1), Math.max(8.5 * Math.min(2, devicePixelRatio || 1), s * 0.42));
  ctx.font = `600 ${font}px Figtree, system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const write = (text: string, x: number, y: number): void => {
    ctx.fillStyle = 'rgb(7 12 15 / 75%)';
    const w = ctx.measureText(text).width + font * 0.5;
    ctx.fillRect(x - w / 2, y - font * 0.62, w, font * 1.24);
    ctx.fillStyle = '#9fb1ba';
    ctx.fillText(text, x, y + font * 0.05);
  };
  for (let x = 0; x < grid.columns; x += 1) {
    const [px, py] = middle(grid.index(x, 0));
    if (px > 0 && px < width) write(String(x), px, Math.max(font * 0.7, py - s * ROOT * 0.5 - font * 0.75));
  }
  for (let y = 0; y < grid.rows; y += 1) {
    const [px, py] = middle(grid.index(0, y));
    if (py > font * 1.6 && py < height) write(String(y), Math.max(font * 0.7, px - s - font * 0.7), py);
  }
}
