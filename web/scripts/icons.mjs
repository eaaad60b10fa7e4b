// Draws the icons of the installed page from the house's own sign: `node scripts/icons.mjs`, with Debian's Chromium.
import { chromium } from 'playwright-core';

const PUBLIC = new URL('../public/', import.meta.url).pathname;
const LETTER = 'M9 25.200v-1.600l2-.500V9l-2-.500V6.900h8.800c4.100 0 6.500 2 6.500 5.600 0 3.700-2.600 5.800-6.800 5.800h-2.300v4.800l2.600.500v1.600zM15.200 8.900v7.300h1.900c2.200 0 3.200-1.200 3.200-3.700 0-2.400-1-3.600-3.200-3.600z';
const letter = (fill) => `<path d="${LETTER}" fill="${fill}" fill-rule="evenodd"/>`;
const frame = '<rect x="1.900" y="1.900" width="28.200" height="28.200" rx="7.300" fill="none" stroke="#c79a3e" stroke-width=".7"/>';
const svg = (size, inside) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}">${inside}</svg>`;

const whole = `<rect width="32" height="32" rx="9" fill="#1f5241"/>${frame}${letter('#f8eed6')}`;
// Systems cut a maskable icon to their own shape: what matters stays inside the middle.
const masked = `<rect width="32" height="32" fill="#1f5241"/><g transform="translate(16 16) scale(.66) translate(-16.500 -16)">${letter('#f8eed6')}</g>`;
// A badge is a silhouette.
const badge = `<g transform="translate(16 16) scale(1.4) translate(-16.500 -16)">${letter('#fff')}</g>`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const [name, size, inside] of [['icon-192', 192, whole], ['icon-512', 512, whole], ['icon-maskable-512', 512, masked], ['badge-96', 96, badge]]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg(size, inside)}`);
  await page.screenshot({ path: `${PUBLIC}${name}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
