// The printed map. It is painted once per size and theme onto a canvas: what moves lies above it.
import { heights, RAILWAYS, RIVERS, ROADS, sequence, smooth, WOODS, type Point } from './geography';
import type { Skin } from './skin';

const LINES = 13;
const GRAIN = 110;

/** Lines of equal height, as short pieces. */
function contour(height: (x: number, y: number) => number, level: number, c: number): Path2D {
  const path = new Path2D();
  const n = GRAIN;
  const k = (10 / n) * c;
  const field = Array.from({ length: n + 1 }, (_, j) => Array.from({ length: n + 1 }, (_, i) => height((i / n) * 10, (j / n) * 10) - level));
  for (let j = 0; j < n; j += 1) {
    for (let i = 0; i < n; i += 1) {
      const [a, b, e, w] = [field[j]?.[i] ?? 0, field[j]?.[i + 1] ?? 0, field[j + 1]?.[i + 1] ?? 0, field[j + 1]?.[i] ?? 0];
      const ends: Point[] = [];
      if (a * b < 0) ends.push([i + a / (a - b), j]);
      if (b * e < 0) ends.push([i + 1, j + b / (b - e)]);
      if (e * w < 0) ends.push([i + w / (w - e), j + 1]);
      if (w * a < 0) ends.push([i, j + a / (a - w)]);
      for (let q = 0; q + 1 < ends.length; q += 2) {
        const [from, to] = [ends[q], ends[q + 1]];
        if (from && to) {
          path.moveTo(from[0] * k, from[1] * k);
          path.lineTo(to[0] * k, to[1] * k);
        }
      }
    }
  }
  return path;
}

/** Fibres of the paper: soft noise, half as fine as the pixels. */
function fibres(ctx: CanvasRenderingContext2D, size: number, [r, g, b]: [number, number, number]): void {
  const n = Math.min(400, Math.ceil(size / 2));
  const field = heights(4);
  const sheet = document.createElement('canvas');
  sheet.width = sheet.height = n;
  const brush = sheet.getContext('2d');
  if (brush === null) return;
  const pixels = brush.createImageData(n, n);
  const next = sequence(3);
  for (let y = 0; y < n; y += 1) {
    for (let x = 0; x < n; x += 1) {
      const at = (y * n + x) * 4;
      const v = field((x / n) * 34, (y / n) * 52) * 0.75 + next() * 0.25;
      pixels.data.set([r, g, b, Math.max(0, v - 0.42) * 120], at);
    }
  }
  brush.putImageData(pixels, 0, 0);
  ctx.imageSmoothingEnabled = true;
  ctx.drawImage(sheet, 0, 0, size, size);
}

function woods(ctx: CanvasRenderingContext2D, c: number, skin: Skin): void {
  const next = sequence(7);
  for (const [x, y, a, b] of WOODS) {
    const edge = Array.from({ length: 11 }, (_, i): Point => {
      const [turn, far] = [(i / 11) * Math.PI * 2, 0.72 + next() * 0.5];
      return [x + Math.cos(turn) * a * far * 0.8, y + Math.sin(turn) * b * far * 0.9];
    });
    edge.push(edge[0] ?? [x, y]);
    const shape = new Path2D(`${smooth(edge, c)}Z`);
    ctx.save();
    ctx.globalAlpha = 0.5;
    ctx.fillStyle = skin.wood;
    ctx.fill(shape);
    ctx.clip(shape);
    ctx.globalAlpha = 0.75;
    ctx.strokeStyle = ctx.fillStyle = skin.tree;
    ctx.lineWidth = c * 0.012;
    const step = c * 0.13;
    for (let tx = (x - a) * c; tx < (x + a) * c; tx += step)
      for (let ty = (y - b) * c; ty < (y + b) * c; ty += step) {
        const r = c * (0.016 + next() * 0.014);
        ctx.beginPath();
        ctx.arc(tx + (next() - 0.5) * step * 0.7, ty + (next() - 0.5) * step * 0.7, r, 0, 7);
        if (next() > 0.5) ctx.fill();
        else ctx.stroke();
      }
    ctx.restore();
  }
}

function line(ctx: CanvasRenderingContext2D, path: Path2D, colour: string, width: number, opacity: number, dash: number[] = []): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.globalAlpha = opacity;
  ctx.setLineDash(dash);
  ctx.stroke(path);
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

/** Houses of a town, around the middle of its tile. */
function houses(ctx: CanvasRenderingContext2D, c: number, [x, y]: Point, large: boolean, skin: Skin): void {
  const next = sequence(x * 31 + y * 7 + 1);
  ctx.fillStyle = skin.ink;
  ctx.globalAlpha = 0.8;
  for (let i = 0; i < (large ? 24 : 14); i += 1) {
    const [turn, far] = [next() * 6.28, Math.sqrt(next()) * (large ? 0.42 : 0.32)];
    ctx.save();
    ctx.translate((x + 0.5 + Math.cos(turn) * far) * c, (y + 0.58 + Math.sin(turn) * far * 0.8) * c);
    ctx.rotate((next() - 0.5) * 0.7);
    ctx.fillRect(0, 0, c * (0.05 + next() * 0.07), c * (0.04 + next() * 0.05));
    ctx.restore();
  }
  ctx.globalAlpha = 1;
}

/** `size` in device pixels, without the margin. */
export function paintGround(canvas: HTMLCanvasElement, size: number, skin: Skin, towns: { at: Point; points: number }[]): void {
  canvas.width = canvas.height = size;
  const ctx = canvas.getContext('2d');
  if (ctx === null) return;
  const c = size / 10;
  const s = c / 68;
  const paper = ctx.createRadialGradient(size * 0.45, size * 0.4, 0, size * 0.45, size * 0.4, size * 0.8);
  paper.addColorStop(0, skin.paper);
  paper.addColorStop(1, skin.paperEdge);
  ctx.fillStyle = paper;
  ctx.fillRect(0, 0, size, size);
  fibres(ctx, size, skin.fibre);
  woods(ctx, c, skin);
  const height = heights(3);
  for (let i = 0; i < LINES; i += 1) {
    const bold = i % 4 === 2;
    line(ctx, contour(height, 0.2 + i * 0.05, c), skin.contour, (bold ? 1.25 : 0.7) * s, bold ? 0.7 : 0.5);
  }
  ctx.lineCap = ctx.lineJoin = 'round';
  for (const [points, width] of RIVERS) {
    const path = new Path2D(smooth(points, c));
    line(ctx, path, skin.bank, (width + 1.5) * s, 0.55);
    line(ctx, path, skin.river, width * s, 1);
  }
  for (const points of ROADS) line(ctx, new Path2D(smooth(points, c)), skin.road, 1.5 * s, 0.7);
  ctx.lineCap = 'butt';
  for (const points of RAILWAYS) {
    const path = new Path2D(smooth(points, c));
    line(ctx, path, skin.ink, 1.1 * s, 0.75);
    line(ctx, path, skin.ink, 4.2 * s, 0.6, [s, 6 * s]);
  }
  const grid = new Path2D();
  for (let i = 1; i < 10; i += 1) {
    grid.moveTo(i * c, 0);
    grid.lineTo(i * c, size);
    grid.moveTo(0, i * c);
    grid.lineTo(size, i * c);
  }
  line(ctx, grid, skin.grid, Math.max(0.7, 0.8 * s), 0.36);
  for (const town of towns) houses(ctx, c, town.at, town.points > 5, skin);
}
