// Where cards, mat and strips lie in the box that the shell gives.
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface Layout {
  /** Hands of two rows, for upright screens. */
  folded: boolean;
  /** Low cards whose name stands beside the sign. */
  flat: boolean;
  table: Box;
  strip: number;
  /** Within the table. */
  cloth: Box;
  mat: Box;
  card: { w: number; h: number };
  near: { x: number; y: number }[];
  far: { x: number; y: number }[];
}

const GAP = 10;
const EDGE = 18;

export function arrange(width: number, height: number): Layout {
  const folded = height > width * (width < 620 ? 1 : 1.1);
  const low = height < 520;
  const strip = folded || low ? 46 : 56;
  const w = Math.min(width, Math.max(height * 1.5, 600));
  const table = { x: (width - w) / 2, y: 0, w, h: height };
  const cloth = { x: 0, y: strip, w, h: height - 2 * strip };
  const edge = folded || low ? 12 : EDGE;
  const mat = folded ? 112 : low ? 64 : Math.max(148, Math.min(190, cloth.h * 0.24));
  const room = (cloth.h - 2 * edge - mat) / (folded ? 4 : 2) - (folded ? GAP / 2 : 0);
  const columns = folded ? 3 : 6;
  const gap = folded ? 8 : Math.max(8, w * 0.013);
  const across = (w - 2 * edge - (columns - 1) * gap - (folded ? 0 : 12)) / columns;
  const flat = folded || low;
  const card = flat ? { w: Math.min(across, room * 1.6), h: room } : { w: Math.min(across, (room * 132) / 190), h: 0 };
  if (!flat) card.h = (card.w * 190) / 132;
  const step = (w - 2 * (edge + (folded ? 0 : 6)) - card.w) / (columns - 1);
  // Cards keep together on a very wide table.
  const pitch = Math.min(step, card.w * 1.22);
  const left = (w - pitch * (columns - 1) - card.w) / 2;
  const at = (i: number, near: boolean): { x: number; y: number } => {
    const row = Math.floor(i / columns);
    const rows = folded ? 2 : 1;
    const y = near ? cloth.h - edge - (rows - row) * card.h - (rows - 1 - row) * GAP : edge + row * (card.h + GAP);
    return { x: left + (i % columns) * pitch, y };
  };
  const hands = [true, false].map((near) => [0, 1, 2, 3, 4, 5].map((i) => at(i, near)));
  const top = edge + (folded ? 2 * card.h + GAP : card.h);
  return { folded, flat, table, strip, cloth, mat: { x: left, y: top, w: w - 2 * left, h: cloth.h - 2 * top }, card, near: hands[0]!, far: hands[1]! };
}
