// Ten seats of light on a dark board. Every two differ by at least 16 (CIEDE2000) to any eye,
// colour-blind ones included; the test of the palette measures it. Shapes belong to the numbers, too.
export const GROUND = '#0c1418';
export const NEUTRAL = '#3d4a52';
export const COLOURS = ['#b60412', '#5aab7a', '#6b68ff', '#efe738', '#15dcff', '#85009c', '#050b11', '#f4faf6', '#f75c01', '#c77da7'] as const;
const SYMBOLS = ['◆', '✦', '■', '★', '●', '▼', '◎', '⬢', '▲', '✚'];

export const colourOf = (number: number): string => COLOURS[number] ?? NEUTRAL;
export const symbolOf = (number: number): string => SYMBOLS[number] ?? '●';

/** What a hex of glass is made of. */
export interface Glass {
  colour: string;
  edge: string;
  heart: string;
  rim: string;
  arm: string;
  core: string;
}

const channels = (hex: string): [number, number, number] => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as [number, number, number];

export function mix(a: string, b: string, part: number): string {
  const [from, to] = [channels(a), channels(b)];
  return `#${from.map((v, i) => Math.round(v + ((to[i] ?? 0) - v) * part).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance by the usual weights, 0 to 255. */
function luminance(hex: string): number {
  const [r, g, b] = channels(hex);
  return r * 0.3 + g * 0.59 + b * 0.11;
}

export function glass(number: number): Glass {
  const colour = colourOf(number);
  // Black lives by its bright rim, white by its dark arm.
  if (number === 6) return { colour: '#8fa3ad', edge: '#020304', heart: '#0b0f12', rim: '#aeb9c0', arm: '#dfe7ec', core: '#ffffff' };
  if (number === 7) return { colour, edge: '#aeb9bd', heart: '#eef3f2', rim: '#ffffff', arm: '#22303a', core: '#0d161c' };
  if (number === 10) return { colour: '#8b9ba4', edge: '#2f3b43', heart: '#46545d', rim: '#516069', arm: '#7a8b95', core: '#8b9ba4' };
  const light = luminance(colour);
  const [edge, heart] = light > 200 ? [0.42, 0.06] : light < 75 ? [0.3, 0] : [0.52, 0.18];
  return { colour, edge: mix(colour, GROUND, edge), heart: heart ? mix(colour, GROUND, heart) : mix(colour, '#ffffff', 0.07), rim: mix(colour, '#ffffff', 0.2), arm: mix(colour, '#ffffff', 0.58), core: mix(colour, '#ffffff', 0.86) };
}

/** Text on a fill of this colour. */
export const textOn = (number: number): string => (number === 6 || luminance(colourOf(number)) < 110 ? '#ffffff' : '#04080a');

/** The shape in the middle of a hex, as the data of a path; fill it by the even-odd rule. */
export function glyph(number: number, r: number): string {
  const up = -Math.PI / 2;
  const f = (n: number): string => n.toFixed(2);
  const star = (points: number, turn: number, far: (i: number) => number): string =>
    `M${Array.from({ length: points }, (_, i) => `${f(far(i) * Math.cos(turn + (i * 2 * Math.PI) / points))} ${f(far(i) * Math.sin(turn + (i * 2 * Math.PI) / points))}`).join('L')}Z`;
  const disc = (q: number): string => `M${f(q)} 0A${f(q)} ${f(q)} 0 1 1 ${f(-q)} 0A${f(q)} ${f(q)} 0 1 1 ${f(q)} 0Z`;
  switch (number) {
    case 0: return star(4, 0, () => r * 1.2);
    case 1: return star(8, up, (i) => (i % 2 ? r * 0.5 : r * 1.3));
    case 2: return star(4, Math.PI / 4, () => r * 1.22);
    case 3: return star(10, up, (i) => (i % 2 ? r * 0.55 : r * 1.35));
    case 5: return star(3, -up, () => r * 1.3);
    case 6: return disc(r * 1.1) + disc(r * 0.5);
    case 7: return star(6, 0, () => r * 1.12);
    case 8: return star(3, up, () => r * 1.35);
    case 9: {
      const [w, l] = [f(r * 0.42), f(r * 1.15)];
      return `M-${w} -${l}H${w}V-${w}H${l}V${w}H${w}V${l}H-${w}V${w}H-${l}V-${w}H-${w}Z`;
    }
    case 10: return disc(r * 0.5);
    default: return disc(r);
  }
}
