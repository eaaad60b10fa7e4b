// Names beside discs: never over each other, never over a disc. What finds no room is left out; it
// stays in the disc's description and appears when one zooms in.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Wanted {
  id: number;
  /** The disc's middle on the screen. */
  x: number;
  y: number;
  /** How wide its name is, and a shorter form of it. */
  widths: number[];
}

export interface Placed {
  /** From the disc's middle to the left end of the base line. */
  x: number;
  y: number;
  /** Which of the forms fits. */
  form: number;
}

type Side = 'below' | 'above' | 'left' | 'right' | 'low-left' | 'low-right' | 'high-left' | 'high-right';

const USUAL: Side[] = ['below', 'above', 'right', 'left', 'low-right', 'low-left', 'high-right', 'high-left'];
/** Where the coast leaves more room elsewhere. */
const FIRST: Record<number, Side[]> = {
  2: ['low-left', 'left'], 9: ['above', 'right'], 10: ['low-left', 'left'], 18: ['low-right', 'right'], 19: ['right'], 20: ['left'], 21: ['left'],
  22: ['above'], 23: ['above'], 30: ['low-right', 'right'], 34: ['right'], 39: ['below', 'low-left'], 40: ['above'], 41: ['low-left', 'below'],
};
const HEIGHT = 13;

export const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

function spot(side: Side, it: Wanted, w: number, r: number): Box {
  const beside = r + 5;
  const under = r + 3;
  const x = side.includes('left') ? it.x - (side === 'left' ? beside : beside - 4) - w : side.includes('right') ? it.x + (side === 'right' ? beside : beside - 4) : it.x - w / 2;
  const y = side === 'left' || side === 'right' ? it.y - HEIGHT / 2 : side.startsWith('low') ? it.y + r - 7 : side.startsWith('high') ? it.y - r - 6 : side === 'below' ? it.y + under : it.y - under - HEIGHT;
  return { x, y, w, h: HEIGHT };
}

/** `r` is the discs' radius; `taken` is what else stands on the map. */
export function place(wanted: Wanted[], r: number, taken: Box[]): Map<number, Placed> {
  const discs = wanted.map((it) => ({ id: it.id, x: it.x - r - 1, y: it.y - r - 1, w: 2 * r + 2, h: 2 * r + 2 }));
  const full: Box[] = [...taken];
  const out = new Map<number, Placed>();
  // Whoever is particular about the side chooses first.
  const order = wanted.slice().sort((a, b) => Number(b.id in FIRST) - Number(a.id in FIRST));
  for (const it of order) {
    const sides = [...new Set([...(FIRST[it.id] ?? []), ...USUAL])];
    const options = it.widths.flatMap((w, form) => sides.map((side) => ({ form, box: spot(side, it, w, r) })));
    const found = options.find(({ box }) => !discs.some((disc) => disc.id !== it.id && overlap(box, disc)) && !full.some((other) => overlap(box, other)));
    if (found === undefined) continue;
    full.push(found.box);
    out.set(it.id, { x: found.box.x - it.x, y: found.box.y - it.y + HEIGHT - 3, form: found.form });
  }
  return out;
}

let pen: CanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();

/** How wide a text is in this font. */
export function width(text: string, font: string): number {
  const key = `${font}|${text}`;
  let w = widths.get(key);
  if (w === undefined) {
    pen ??= document.createElement('canvas').getContext('2d');
    if (pen === null) return text.length * 7;
    pen.font = font;
    w = Math.ceil(pen.measureText(text).width) + 2;
    widths.set(key, w);
  }
  return w;
}

/** Fonts have arrived: what was measured before was another one. */
export const forgetWidths = (): void => widths.clear();
