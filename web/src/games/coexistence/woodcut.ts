// The four weapons as woodcuts (100 by 100) and the cards they are printed on, as text of an SVG
// that is rasterised once: the rough edge is a displacement that is too slow to be painted often.
import type { Unit } from '../../generated/coexistence';
import { token } from '../raster';
import './palette.css';

const HAFT = '#b98a4c';
const BRASS = '#c9a04e';

/** One cut of the knife: a thin wedge. */
function wedge(x1: number, y1: number, x2: number, y2: number, width: number): string {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const n = Math.hypot(dx, dy) || 1;
  const [px, py] = [((-dy / n) * width) / 2, ((dx / n) * width) / 2];
  return `M${(x1 + px).toFixed(1)} ${(y1 + py).toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}L${(x1 - px).toFixed(1)} ${(y1 - py).toFixed(1)}z`;
}
const fan = (n: number, cut: (k: number) => string): string => Array.from({ length: n }, (_, k) => cut(k)).join('');

interface Inks {
  ink: string;
  paper: string;
}

function shape({ ink, paper }: Inks, id: string, outline: string, hatch: string, fill = paper): string {
  return `<path d="${outline}" fill="${fill}" stroke="${ink}" stroke-width="3.4" stroke-linejoin="round"/><clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})"><path d="${hatch}" fill="${ink}"/></g>`;
}

const ART: Record<Unit, (it: Inks) => string> = {
  axe: (it) => `<g transform="rotate(14 50 50)">${shape(it, 'a1', 'M46.5 4H54.5L56 95Q51 99 46 95z', fan(9, (k) => wedge(57, 12 + k * 10, 48, 16 + k * 10, 4.6)), HAFT)}${shape(it, 'a2', 'M47 15C38 19 29 15 19 7C8 21 8 45 19 60C28 49 38 45 47 48z', `${fan(9, (k) => wedge(48, 14 + k * 4.4, 24 + Math.abs(k - 4) * 1.6, 9 + k * 6, 3.8))}M19 7C8 21 8 45 19 60L15 58C4 42 4 22 16 5z`)}${shape(it, 'a3', 'M54.5 19L66 21L83 31L66 42L54.6 45z', fan(5, (k) => wedge(54, 21 + k * 5.5, 74, 28 + k * 2, 3.6)))}<path d="M44 13H57.4V19H44zM44 44H57.6V50H44z" fill="${it.ink}"/></g>`,
  hammer: (it) => `<g transform="rotate(-12 50 50)">${shape(it, 'h1', 'M45.5 44H54.5L56 95Q50 99 44 95z', fan(6, (k) => wedge(57, 50 + k * 8, 47, 54 + k * 8, 4.6)), HAFT)}${shape(it, 'h2', 'M13 12L21 9H79L87 12V42L79 46H21L13 42z', `${fan(13, (k) => wedge(24 + k * 4.4, 47, 25 + k * 4.4, 26 - (k % 2) * 6, 3.1))}${fan(6, (k) => wedge(88, 13 + k * 6, 70, 14 + k * 6, 3.4))}M21 8V47H24V8zM76 8V47H79V8z`)}<path d="M41 42H59V51H41z" fill="${it.ink}"/><path d="M43.5 45.4H56.5" stroke="${it.paper}" stroke-width="1.6"/></g>`,
  sword: (it) => `<g transform="rotate(24 50 50)">${shape(it, 's1', 'M50 1L58 11L56.5 66H43.5L42 11z', `M50 8L52.2 12V62H50z${fan(11, (k) => wedge(58, 12 + k * 5, 51.5, 16 + k * 5, 3))}`)}${shape(it, 's2', 'M27 64Q50 60 73 64L75 72Q50 68 25 72z', fan(9, (k) => wedge(30 + k * 5.4, 74, 30 + k * 5.4, 66, 2.8)), BRASS)}${shape(it, 's3', 'M46 71H54L53.4 88H46.6z', fan(4, (k) => wedge(55, 73 + k * 4, 45, 75 + k * 4, 2.6)), HAFT)}<circle cx="50" cy="92.5" r="5.6" fill="${BRASS}" stroke="${it.ink}" stroke-width="3"/></g>`,
  arrow: (it) => `<g transform="rotate(38 50 50)"><path d="M48 18H52.4V88H48z" fill="${HAFT}" stroke="${it.ink}" stroke-width="2.6"/>${shape(it, 'r1', 'M50 -3L63 24L50 18.5L37 24z', fan(6, (k) => wedge(51 + k * 2.4, 25, 50.6 + k * 1.1, 4 + k * 3, 2.2)))}${shape(it, 'r2', 'M48.4 70L36 80V101L48.4 91z', fan(6, (k) => wedge(35, 82 + k * 4, 47, 73 + k * 4, 2.2)))}${shape(it, 'r3', 'M52 70L64.4 80V101L52 91z', fan(6, (k) => wedge(65, 82 + k * 4, 53, 73 + k * 4, 2.8)))}</g>`,
};

const CUT = '<filter id="cut" x="-5%" y="-5%" width="110%" height="110%"><feTurbulence type="fractalNoise" baseFrequency=".09" numOctaves="2" seed="3"/><feDisplacementMap in="SourceGraphic" scale="2.2" xChannelSelector="R" yChannelSelector="G"/></filter>';

const RAYS = fan(28, (k) => {
  const angle = (k * Math.PI * 2) / 28;
  const at = (a: number, r: number): string => `${(50 + Math.cos(a) * r).toFixed(1)} ${(50 + Math.sin(a) * r).toFixed(1)}`;
  return `M${at(angle, 27)}L${at(angle - 0.062, 120)}L${at(angle + 0.062, 120)}z`;
});

const inks = (): Inks => ({ ink: token('--card-ink'), paper: token('--card') });

export const UNIT_BOX = '-6 -8 112 116';

/** A weapon alone. */
export function unitSvg(unit: Unit): string {
  return `<defs>${CUT}</defs><g filter="url(#cut)">${ART[unit](inks())}</g>`;
}

/** A card as wide as 132 (`flat`: 116) and `height` high; letter, sign and name are set in type over it. */
export function cardSvg(unit: Unit, seat: number, flat: boolean, height: number): string {
  const it = inks();
  const colour = token(`--seat-${seat + 1}`);
  const [w, top, foot] = flat ? [116, 6, 28] : [132, 28, 38];
  const art = height - top - foot;
  const side = flat ? 6 : 9;
  const size = Math.min(art * 0.94, w * 0.78);
  const scale = size / 104;
  const mid = top + art / 2;
  return `<defs>${CUT}<clipPath id="in"><rect x="${side}" y="${top}" width="${w - 2 * side}" height="${art}"/></clipPath></defs>
<rect width="${w}" height="${height}" rx="9" fill="${it.paper}"/><rect x=".6" y=".6" width="${w - 1.2}" height="${height - 1.2}" rx="8.6" fill="none" stroke="#fff" stroke-opacity=".5"/>
<g filter="url(#cut)"><g clip-path="url(#in)"><rect x="${side}" y="${top}" width="${w - 2 * side}" height="${art}" fill="${colour}" opacity=".17"/><path d="${RAYS}" transform="translate(${w / 2 - 50} ${mid - 50})" fill="${colour}" opacity=".82"/></g>
<rect x="4.8" y="4.8" width="${w - 9.6}" height="${height - 9.6}" rx="5" fill="none" stroke="${colour}" stroke-width="3"/><path d="${flat ? '' : `M9 ${top}H${w - 9}`}M${side} ${top + art}H${w - side}" stroke="${it.ink}" stroke-width="1.8"/></g>
${flat ? `<path d="M6 6H28V22Q28 27 23 27H6z" fill="${it.paper}"/>` : ''}<g filter="url(#cut)" transform="translate(${w / 2} ${mid}) scale(${scale.toFixed(3)}) translate(-50 -50)">${ART[unit](it)}</g>`;
}

/** Cloth with a sewn border. */
export function clothSvg(width: number, height: number): string {
  return `<defs><radialGradient id="cloth" cx=".4" cy=".2" r=".95"><stop stop-color="${token('--cloth-a')}"/><stop offset="1" stop-color="${token('--cloth-b')}"/></radialGradient>
<pattern id="weave" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 1.5H3M3 4.5H6" stroke="#fff" stroke-opacity=".05" stroke-width="2"/><path d="M4.5 0V3M1.5 3V6" stroke="#000" stroke-opacity=".11" stroke-width="2"/></pattern>
<filter id="worn" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency=".012 .3" numOctaves="2" seed="8" result="a"/><feTurbulence type="fractalNoise" baseFrequency=".3 .012" numOctaves="2" seed="9" result="b"/><feBlend in="a" in2="b" mode="multiply"/><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2.2 0 0 .62"/></filter></defs>
<rect width="${width}" height="${height}" fill="url(#cloth)"/><rect width="${width}" height="${height}" fill="url(#weave)"/><rect width="${width}" height="${height}" filter="url(#worn)" opacity=".45"/>
<rect x="8.5" y="8.5" width="${width - 17}" height="${height - 17}" rx="6" fill="none" stroke="${token('--cloth-thread')}" stroke-opacity=".7" stroke-width="1.6" stroke-dasharray="9 5"/>`;
}
