// `npm run gallery [FOLDER]`: a picture of every screen at phone and desktop size, light and dark,
// and contact sheets of them, to be looked at. Needs a built page and program, as the tests do.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { House, launch, visitor } from './house.mjs';
import { screens } from './screens.mjs';

const folder = process.argv[2] ?? join(tmpdir(), 'parlor-gallery');
const only = process.argv[3];
const SIZES = { phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }, desktop: { viewport: { width: 1280, height: 800 } } };
const COLUMNS = { phone: 8, desktop: 4 };
const PER_SHEET = { phone: 16, desktop: 12 };

async function sheet(browser, name, files, columns) {
  const width = columns === 8 ? 220 : 440;
  const page = await browser.newPage({ viewport: { width: columns * (width + 8), height: 600 } });
  const cells = files.map((file) => `<figure><img src="data:image/png;base64,${readFileSync(join(folder, name, file)).toString('base64')}"><figcaption>${file.replace('.png', '')}</figcaption></figure>`);
  await page.setContent(`<style>body{margin:0;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:8px;font:13px sans-serif;background:#888}figure{margin:0}img{width:100%}</style>${cells.join('')}`);
  const path = join(folder, `${name}-${files[0].slice(0, 2)}.png`);
  await page.screenshot({ path, fullPage: true });
  await page.close();
  console.log(path);
}

const house = await new House().open();
const browser = await launch();
try {
  for (const [size, options] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark']) {
      const name = `${size}-${colorScheme}`;
      if (only !== undefined && !name.startsWith(only)) continue;
      mkdirSync(join(folder, name), { recursive: true });
      const person = await visitor(browser, house, 'Ann', { ...options, colorScheme, reducedMotion: 'reduce' });
      let n = 0;
      for await (const where of screens(house, person)) {
        const file = `${String(n++).padStart(2, '0')} ${where.replace(/^\/player.*/, 'player').replaceAll('/', ' ').trim()}.png`;
        writeFileSync(join(folder, name, file), await person.page.screenshot({ fullPage: true }));
      }
      await person.context.close();
      const files = readdirSync(join(folder, name)).toSorted();
      for (let at = 0; at < files.length; at += PER_SHEET[size]) await sheet(browser, name, files.slice(at, at + PER_SHEET[size]), COLUMNS[size]);
    }
  }
} finally {
  await browser.close();
  await house.close();
}
