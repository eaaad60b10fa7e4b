// The wooden board and its wing, as text of an SVG that is rasterised once.
import { token } from '../raster';
import { LINE_PATH, POINTS, SIDE, spot } from './geometry';
import './palette.css';

interface Wood {
  wood: [string, string];
  frame: [string, string];
  inlay: string;
  metal: string;
  /** Red, green, blue of the grain and of the figure. */
  grain: string[];
  figure: string[];
  depth: number;
  light: [number, number, number];
}

function wood(night: boolean): Wood {
  const dark = ['.10', '.04', '.01'];
  return {
    wood: [token('--wood-a'), token('--wood-b')], frame: [token('--frame-a'), token('--frame-b')], inlay: token('--inlay'), metal: token('--inlay-metal'),
    ...(night
      ? { grain: dark, figure: dark, depth: 0.42, light: [0.26, 0.04, 0.5] }
      : { grain: ['.36', '.17', '.04'], figure: ['.42', '.19', '.04'], depth: 0.4, light: [0.42, 0.06, 0.2] }),
  };
}
const FRAME = 38;

const tint = ([r, g, b]: string[], green: number, less: number): string =>
  `<feColorMatrix values="0 0 0 0 ${r} 0 0 0 0 ${g} 0 0 0 0 ${b} 0 ${green} 0 0 ${less}"/>`;
const whole = (id: string, inside: string): string =>
  `<filter id="${id}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">${inside}</filter>`;

/** Rings of a sawn trunk: noise cut into bands, each dark at one side, that shift slowly. */
const BANDS = Array.from({ length: 9 }, (_, n) => [0, 0.49 + 0.03 * n, 0.55 - 0.03 * n, 0, 0.42 + 0.018 * n, 0.25 - 0.016 * n, 0, 0.12 + 0.008 * n, 0.19 - 0.009 * n]).flat().map((v) => v.toFixed(2)).join(' ');

const dark = (): string => whole('dark', `<feTurbulence type="fractalNoise" baseFrequency=".004 .2" numOctaves="3" seed="29"/>${tint(['.07', '.03', '.01'], 2, -0.8)}`);

function defs(it: Wood): string {
  const [near, middle, far] = it.light;
  return `<defs>${whole('grain', `<feTurbulence type="fractalNoise" baseFrequency=".006 .42" numOctaves="2" seed="11"/>${tint(it.grain, 1.9, -0.78)}`)}
${whole('figure', `<feTurbulence type="fractalNoise" baseFrequency=".0011 .0075" numOctaves="2" seed="21"/><feComponentTransfer><feFuncG type="table" tableValues="${BANDS}"/></feComponentTransfer>${tint(it.figure, it.depth, 0)}<feGaussianBlur stdDeviation=".7"/>`)}${dark()}
<filter id="soft"><feGaussianBlur stdDeviation="2"/></filter>
<linearGradient id="face" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${it.wood[0]}"/><stop offset="1" stop-color="${it.wood[1]}"/></linearGradient>
<linearGradient id="rim" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${it.frame[0]}"/><stop offset="1" stop-color="${it.frame[1]}"/></linearGradient>
<radialGradient id="light" cx=".32" cy=".2" r=".95"><stop stop-color="#fff4d6" stop-opacity="${near}"/><stop offset=".5" stop-color="#fff0c8" stop-opacity="${middle}"/><stop offset="1" stop-color="#1a0c02" stop-opacity="${far}"/></radialGradient>
<linearGradient id="metal" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#f7dfa0"/><stop offset=".5" stop-color="${it.metal}"/><stop offset="1" stop-color="#a87a30"/></linearGradient>
<radialGradient id="dimple" cx=".4" cy=".35" r=".7"><stop stop-color="#120802"/><stop offset="1" stop-color="#4a2d15"/></radialGradient></defs>`;
}

function rosette(it: Wood): string {
  const c = SIDE / 2;
  const rays = Array.from({ length: 8 }, (_, k) => {
    const tip = c - (k % 2 ? 25 : 40);
    return `<g transform="rotate(${k * 45} ${c} ${c})"><path d="M${c} ${tip}L${c + 6.5} ${c - 9}L${c} ${c}z" fill="${it.inlay}"/><path d="M${c} ${tip}L${c - 6.5} ${c - 9}L${c} ${c}z" fill="url(#metal)"/></g>`;
  });
  return `<g opacity=".72"><circle cx="${c}" cy="${c}" r="50" fill="none" stroke="${it.inlay}" stroke-width="2.6"/><circle cx="${c}" cy="${c}" r="46.4" fill="none" stroke="${it.metal}" stroke-width="1.2"/>${rays.join('')}</g>`;
}

function ring(a: string, b: string, opacity: number): string {
  const [from, to] = [spot(a), spot(b)];
  return `<path d="M${from.x} ${from.y}H${to.x}V${to.y}H${from.x}z" fill="#4b2708" opacity="${opacity}"/>`;
}

/** `joined`: the wing of the trays continues the frame at the right, so those corners are square. */
export function boardSvg(night: boolean, joined: boolean): string {
  const it = wood(night);
  const [f, i, w] = [FRAME, SIDE - FRAME, SIDE];
  const outline = joined ? `M14 0H${w}V${w}H14A14 14 0 0 1 0 ${w - 14}V14A14 14 0 0 1 14 0z` : `M0 0H${w}V${w}H0z`;
  const all = `width="${w}" height="${w}"`;
  const frame = `<clipPath id="out"><path d="${outline}"/></clipPath><g clip-path="url(#out)"><rect ${all} fill="url(#rim)"/>
<clipPath id="level"><path d="M0 0H${w}L${i} ${f}H${f}zM0 ${w}H${w}L${i} ${i}H${f}z"/></clipPath><g clip-path="url(#level)"><rect ${all} filter="url(#dark)"/></g>
<clipPath id="upright"><path d="M0 0L${f} ${f}V${i}L0 ${w}zM${w} 0L${i} ${f}V${i}L${w} ${w}z"/></clipPath><g clip-path="url(#upright)"><rect ${all} opacity=".12"/><g transform="rotate(90 350 350)"><rect ${all} filter="url(#dark)"/></g></g>
<path d="M0 0L${f} ${f}M${w} 0L${i} ${f}M0 ${w}L${f} ${i}M${w} ${w}L${i} ${i}" stroke="#120802" stroke-opacity=".6" stroke-width="1.2"/>
<path d="M${w} 1H14A13 13 0 0 0 1 14V${w - 14}A13 13 0 0 0 14 ${w - 1}H${w}" fill="none" stroke="#ffdca0" stroke-opacity=".28" stroke-width="1.6"/>${joined ? `<path d="M${w - 0.7} 0V${w}" stroke="#0e0602" stroke-opacity=".7" stroke-width="1.4"/>` : ''}
<rect x="${f - 7}" y="${f - 7}" width="${i - f + 14}" height="${i - f + 14}" fill="none" stroke="url(#metal)" stroke-width="1.6" opacity=".85"/></g>`;
  const face = `<clipPath id="in"><rect x="${f}" y="${f}" width="${i - f}" height="${i - f}"/></clipPath><g clip-path="url(#in)"><rect ${all} fill="url(#face)"/><rect ${all} filter="url(#figure)"/><rect ${all} filter="url(#grain)" opacity=".8"/>
${ring('B2', 'F6', 0.1)}${ring('C3', 'E5', 0.2)}<rect ${all} fill="url(#light)"/></g>
<rect x="${f + 0.5}" y="${f + 0.5}" width="${i - f - 1}" height="${i - f - 1}" fill="none" stroke="#1d0e04" stroke-opacity=".75" stroke-width="2"/><path d="M${f} ${f + 3}H${i}M${f + 3} ${f}V${i}" stroke="#000" stroke-opacity=".32" stroke-width="6" filter="url(#soft)"/>`;
  const inlay = `<path d="${LINE_PATH}" stroke="#fff0c8" stroke-opacity=".35" stroke-width="9" transform="translate(.8 1)" stroke-linecap="square"/><path d="${LINE_PATH}" stroke="${it.inlay}" stroke-width="8" stroke-linecap="square"/><path d="${LINE_PATH}" stroke="${it.metal}" stroke-width="2.6"/><path d="${LINE_PATH}" stroke="#fff3cf" stroke-opacity=".55" stroke-width=".9" transform="translate(-.5 -.6)"/>`;
  const points = POINTS.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="11.5" fill="${it.inlay}"/><circle cx="${x}" cy="${y}" r="8.6" fill="url(#metal)"/><circle cx="${x}" cy="${y}" r="5.6" fill="url(#dimple)"/>`);
  return defs(it) + frame + face + rosette(it) + inlay + points.join('');
}

/** A plank of the frame's wood, for trays; upright beside the board, level above and below it. */
export function plankSvg(night: boolean, upright: boolean, width: number, height: number): string {
  const it = wood(night);
  const grain = upright
    ? `<g transform="rotate(90) translate(0 ${-width})"><rect width="${height}" height="${width}" filter="url(#dark)"/></g>`
    : `<rect width="${width}" height="${height}" filter="url(#dark)"/>`;
  return `<defs>${dark()}<linearGradient id="rim" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${it.frame[0]}"/><stop offset="1" stop-color="${it.frame[1]}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#rim)"/>${grain}`;
}
