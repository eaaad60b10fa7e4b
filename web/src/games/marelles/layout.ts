// Where everything lies in the box that the shell gives: trays beside the board, or above and
// below it where the box is upright.
import { SIDE, type Spot } from './geometry';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** One player's part: the card, the tray with its nine sockets, the line of counts. */
export interface Place {
  card: Box;
  tray: Box;
  label: Box | null;
  sockets: Spot[];
  /** Of a stone in the tray. */
  radius: number;
}

export interface Layout {
  upright: boolean;
  board: Box;
  wing: Box | null;
  stage: Box;
  /** Whoever sits at this side, and the other one. */
  near: Place;
  far: Place;
  /** Pixels per unit of the drawn board. */
  unit: number;
}

const GAP = 10;
const CARD = 66;
const LABEL = 32;
const PILL = 40;
const STRIP = 44;
/** From the end of a strip to the middle of its first stone. */
const PAD = 26;

const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });

function beside(width: number, height: number): Layout {
  // Above an open panel of a phone the box is nearly square: names and stones shrink before the board does.
  const cramped = width < 480;
  const [gap, high, pill] = cramped ? [6, 44, 0] : [GAP, CARD, PILL];
  const wing = Math.max(cramped ? 104 : 190, Math.min(290, height * 0.3, width - height));
  const side = Math.max(160, Math.min(height, width - wing));
  const left = (width - side - wing) / 2;
  const top = (height - side) / 2;
  const x = left + side + 4;
  const inner = wing - 4 - gap;
  const labels = side > 420 ? LABEL : 0;
  const room = (side - 2 * (gap + high + labels) - pill) / 2 - (labels ? 0 : 6);
  const tray = Math.min(inner * 0.97, room);
  const place = (near: boolean): Place => {
    const card = box(x, near ? top + side - gap - high : top + gap, inner, high);
    const label = labels === 0 ? null : box(x, near ? card.y - labels : card.y + high, inner, labels);
    const y = near ? card.y - (labels || 6) - tray : card.y + high + (labels || 6);
    // A flat tray keeps its stones round: the sockets only come closer.
    const step = { x: inner / 3.3, y: tray / 3.22 };
    const sockets = Array.from({ length: 9 }, (_, k) => ({ x: x + inner / 2 + ((k % 3) - 1) * step.x, y: y + tray / 2 + (Math.floor(k / 3) - 1) * step.y }));
    return { card, label, tray: box(x, y, inner, tray), sockets, radius: Math.max(7, Math.min(step.x, step.y) * 0.42) };
  };
  return {
    upright: false, unit: side / SIDE,
    board: box(left, top, side, side), wing: box(left + side - 1, top, wing + 1, side),
    stage: box(x, top + side / 2 - pill / 2, inner, pill), near: place(true), far: place(false),
  };
}

function stacked(width: number, height: number): Layout {
  const least = 2 * (STRIP + 44);
  const side = Math.max(160, Math.min(width, height - least));
  const card = Math.max(40, Math.min(62, (height - side - 2 * STRIP) / 2));
  const strip = Math.max(STRIP, Math.min(58, (height - side) / 2 - card));
  const left = (width - side) / 2;
  const top = (height - side) / 2;
  const place = (near: boolean): Place => {
    const y = near ? top + side : top - strip;
    const sockets = Array.from({ length: 9 }, (_, k) => ({ x: left + PAD + ((side - 2 * PAD) / 8) * k, y: y + strip / 2 }));
    return { card: box(left, near ? y + strip : y - card, side, card), label: null, tray: box(left, y, side, strip), sockets, radius: Math.min(17, (side - 2 * PAD) / 8 / 2.3) };
  };
  return {
    upright: true, unit: side / SIDE, board: box(left, top, side, side), wing: null,
    stage: box(left, top + side * (1 - 38 / SIDE), side, (side * 38) / SIDE), near: place(true), far: place(false),
  };
}

export function arrange(width: number, height: number): Layout {
  const [a, b] = [beside(width, height), stacked(width, height)];
  return a.board.w >= b.board.w ? a : b;
}
