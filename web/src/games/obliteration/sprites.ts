// Hexes of glass and their glowing arms, drawn once per size: a frame only copies them.
import { direction, polygon } from './hexes';
import { type Glass, glass, glyph, mix } from './palette';

export interface Sprites {
  /** Half the side of a picture, in circumradii. */
  reach: number;
  base: HTMLCanvasElement[];
  /** By owner, then rotation. */
  arms: HTMLCanvasElement[][];
  /** Light around a hex that turns now. */
  halo: HTMLCanvasElement[];
  glasses: Glass[];
}

const REACH = 1.5;

function sheet(side: number, draw: (ctx: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(2, Math.ceil(side));
  const ctx = canvas.getContext('2d');
  if (ctx !== null) {
    ctx.translate(canvas.width / 2, canvas.height / 2);
    draw(ctx);
  }
  return canvas;
}

function hex(s: number, it: Glass, neutral: boolean): HTMLCanvasElement {
  return sheet(2 * REACH * s, (ctx) => {
    const outline = new Path2D(polygon(s * 0.93));
    const heart = ctx.createRadialGradient(-s * 0.15, -s * 0.3, 0, -s * 0.15, -s * 0.3, s * 1.5);
    heart.addColorStop(0, it.heart);
    heart.addColorStop(1, it.edge);
    ctx.fillStyle = heart;
    ctx.fill(outline);
    ctx.strokeStyle = it.rim;
    ctx.globalAlpha = 0.85;
    ctx.lineWidth = Math.max(0.8, s * (neutral ? 0.04 : 0.055));
    ctx.stroke(outline);
    ctx.globalAlpha = 1;
    if (neutral) return;
    const shine = ctx.createLinearGradient(0, -s * 0.86, 0, s * 0.86);
    shine.addColorStop(0, 'rgb(255 255 255 / 26%)');
    shine.addColorStop(0.42, 'rgb(255 255 255 / 0%)');
    ctx.fillStyle = shine;
    ctx.fill(new Path2D(polygon(s * 0.86)));
  });
}

/** The arm with its glow, its head and the owner's shape. */
export function drawArm(ctx: CanvasRenderingContext2D, s: number, it: Glass, number: number, rotation: number, glow: boolean): void {
  const neutral = number === 10;
  const [dx, dy] = direction(rotation);
  const far = s * (neutral ? 0.69 : 0.8);
  ctx.lineCap = ctx.lineJoin = 'round';
  const stroke = (width: number, colour: string): void => {
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.lineTo(dx * far, dy * far);
    ctx.stroke();
  };
  if (glow && !neutral) {
    ctx.save();
    ctx.shadowColor = mix(it.colour, '#ffffff', 0.1);
    ctx.shadowBlur = s * 0.5;
    stroke(s * 0.3, mix(it.colour, '#ffffff', 0.1));
    ctx.restore();
  }
  stroke(s * (neutral ? 0.11 : 0.16), it.arm);
  if (!neutral) {
    ctx.save();
    ctx.translate(dx * far, dy * far);
    ctx.rotate(Math.atan2(dy, dx));
    ctx.lineWidth = s * 0.1;
    ctx.stroke(new Path2D(`M${-s * 0.2} ${-s * 0.2}L${s * 0.08} 0L${-s * 0.2} ${s * 0.2}`));
    ctx.restore();
  }
  const shape = new Path2D(glyph(number, s * 0.27));
  ctx.fillStyle = it.core;
  ctx.fill(shape, 'evenodd');
  if (!neutral) {
    ctx.strokeStyle = it.edge;
    ctx.lineWidth = s * 0.05;
    ctx.stroke(shape);
  }
}

/** `s` is the circumradius in pixels of the canvas; numbers are those of the colours, neutral last. */
export function sprites(s: number, numbers: number[]): Sprites {
  const glasses = numbers.map(glass);
  return {
    reach: REACH,
    glasses,
    base: numbers.map((number, i) => hex(s, glasses[i] ?? glass(10), number === 10)),
    arms: numbers.map((number, i) => Array.from({ length: 6 }, (_, r) => sheet(2 * REACH * s, (ctx) => drawArm(ctx, s, glasses[i] ?? glass(10), number, r, true)))),
    halo: glasses.map((it) => sheet(5 * s, (ctx) => {
      const light = ctx.createRadialGradient(0, 0, 0, 0, 0, s * 2.4);
      light.addColorStop(0, mix(it.colour, '#ffffff', 0.5));
      light.addColorStop(0.4, `${it.colour}66`);
      light.addColorStop(1, `${it.colour}00`);
      ctx.fillStyle = light;
      ctx.fillRect(-s * 2.5, -s * 2.5, s * 5, s * 5);
    })),
  };
}
