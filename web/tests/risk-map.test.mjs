// Risk's map: every territory can be hit everywhere, names never cover each other, discs stay large
// enough, the wheel belongs to the page, arrows and keys do what clicks do.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { opened, openTable, visitor } from './house.mjs';
import { worst } from './risk-colours.mjs';

const { house, browser } = await opened();
const world = await fetch(`${house.url}/api/v1/games/risk/world`).then((it) => it.json());
const file = (path) => readFileSync(new URL(`../src/games/risk/${path}`, import.meta.url), 'utf8');

test('every border of the rules is drawn, as a border or as a sea route, and no other', () => {
  const map = JSON.parse(file('map.json'));
  const sides = map.arcs.map(() => new Set());
  map.lands.forEach((land, id) => land.rings.flat().forEach((arc) => sides[arc < 0 ? ~arc : arc].add(id)));
  const touching = new Set(sides.filter((it) => it.size === 2).map((it) => [...it].toSorted((a, b) => a - b).join()));
  const routes = new Set([...file('atlas.ts').matchAll(/\['(\d+,\d+)', \[/g)].map(([, pair]) => pair).concat('0,31'));
  const drawn = [...touching, ...routes].toSorted();
  assert.equal(map.lands.length, 42);
  assert.deepEqual(drawn, world.borders.map((pair) => pair.toSorted((a, b) => a - b).join()).toSorted());
});

test('up to four seats are told apart by every kind of sight, on the land and on the discs', () => {
  const css = file('palette.css');
  const colours = (suffix, night) => ['red', 'blue', 'green', 'purple'].map((name) => {
    const [, day, dark] = css.match(new RegExp(`--risk-${name}${suffix}: light-dark\\((#\\w+), (#\\w+)\\)`));
    return night ? dark : day;
  });
  for (const suffix of ['', '-land'])
    for (const night of [false, true]) {
      const { difference, pair, sight } = worst(colours(suffix, night));
      assert.ok(difference >= 20, `${suffix || 'discs'} ${night ? 'at night' : 'by day'}: ${difference.toFixed(1)} between ${pair.join(' and ')} (${sight})`);
    }
});

/** Somebody in a match against a computer, in the phase of choosing territories. */
async function seated(options = {}) {
  const ann = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce', ...options });
  ann.page.setDefaultTimeout(60_000);
  const id = await openTable(ann, { game: 'risk', bots: ['beginner'] });
  await ann.page.goto(`${house.url}/t/${id}`);
  await ann.page.locator('.match [data-cell]').first().waitFor();
  await ann.page.locator('[data-label]').first().waitFor();
  return { ann, page: ann.page, id };
}

/** Labels and discs on the screen, as boxes. */
const boxes = (page) => page.evaluate(() => {
  const box = (it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return { x, y, width, height, name: it.textContent.trim() || it.getAttribute('data-cell') };
  };
  return { labels: [...document.querySelectorAll('[data-label]')].map(box), discs: [...document.querySelectorAll('.disc')].map((it) => box(it.querySelector('.shape'))) };
});

function apart({ labels, discs }, where) {
  const cuts = (a, b) => a.x + 1 < b.x + b.width && b.x + 1 < a.x + a.width && a.y + 2 < b.y + b.height && b.y + 2 < a.y + a.height;
  labels.forEach((a, i) => {
    for (const b of labels.slice(i + 1)) assert.ok(!cuts(a, b), `${where}: ${a.name} over ${b.name}`);
  });
  discs.forEach((a, i) => {
    for (const b of discs.slice(i + 1)) assert.ok(!cuts(a, b), `${where}: two discs overlap`);
  });
}

test('names never cover each other, and discs with troops are at least 24 px wide', async () => {
  for (const [width, height] of [[1366, 768], [1920, 1080], [390, 844], [844, 390]]) {
    const { ann, page, id } = await seated({ viewport: { width, height } });
    const where = `${width}x${height}`;
    apart(await boxes(page), where);
    if (width >= 1366) assert.ok((await boxes(page)).labels.length >= 40, `${where}: most names are shown`);
    for (const name of ['Zoom in', 'Zoom in', 'Whole map']) {
      await page.getByRole('button', { name }).click();
      apart(await boxes(page), `${where}, ${name}`);
    }
    await page.locator('[data-claim]').click();
    await page.waitForFunction(() => [...document.querySelectorAll('.disc')].filter((it) => it.querySelector('text')).length >= 6);
    // With reduced motion a change still takes a frame, and the other goes on claiming.
    const wide = () => ![...document.querySelectorAll('.disc')].some((it) => it.querySelector('text') && it.querySelector('.shape').getBoundingClientRect().width < 24);
    await page.waitForFunction(wide, undefined, { timeout: 15_000 });
    const targets = await page.evaluate(() => [...document.querySelectorAll('.disc > circle')].map((it) => it.getBoundingClientRect().width));
    assert.ok(Math.min(...targets) >= 40, `${where}: a target of ${Math.min(...targets)} px`);
    assert.deepEqual(ann.wrong, []);
    await ann.context.request.post(`${house.url}/api/v1/commands`, { data: { type: 'resign', match: id } });
    await ann.context.close();
  }
});

test('the whole territory is a target, the wheel scrolls the page, arrow keys and Enter claim', async () => {
  const { ann, page } = await seated({ viewport: { width: 1366, height: 768 } });
  // Points all over the map: whatever land lies there is what a click means.
  const hits = await page.evaluate(() => {
    const found = new Map();
    for (const path of document.querySelectorAll('path[data-land]')) {
      const box = path.getBoundingClientRect();
      for (let i = 0; i < 400; i += 1) {
        const [x, y] = [box.x + box.width * ((i % 20) + 0.5) / 20, box.y + box.height * (Math.floor(i / 20) + 0.5) / 20];
        const point = new DOMPoint(x, y).matrixTransform(path.getScreenCTM().inverse());
        if (!path.isPointInFill(point)) continue;
        const hit = document.elementFromPoint(x, y)?.closest('[data-land], button');
        const [all, own] = found.get(path.dataset.land) ?? [0, 0];
        // A neighbour's disc may stand over a rim.
        found.set(path.dataset.land, [all + 1, own + (hit?.dataset.land === path.dataset.land ? 1 : 0)]);
      }
    }
    return [...found];
  });
  assert.equal(hits.length, 42);
  for (const [land, [all, own]] of hits) assert.ok(own / all > 0.6, `${world.territories[land].key}: ${own} of ${all} points`);

  const scale = () => page.locator('svg.world').getAttribute('width').then(Number);
  const before = await scale();
  const map = await page.locator('.map').boundingBox();
  await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
  await page.mouse.wheel(0, -400);
  await page.waitForTimeout(100);
  assert.equal(await scale(), before, 'a plain wheel does not zoom');
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await page.waitForFunction((w) => Number(document.querySelector('svg.world').getAttribute('width')) > w, before);
  await page.getByRole('button', { name: 'Whole map' }).click();

  await page.locator('.pill.turn, .mine').first().waitFor();
  const seq = () => page.locator('.match').getAttribute('data-seq').then(Number);
  const start = await seq();
  await page.locator('[data-cell=china]').focus();
  await page.keyboard.press('ArrowUp');
  const key = await page.evaluate(() => document.activeElement.getAttribute('data-cell'));
  assert.notEqual(key, 'china');
  await page.keyboard.press('Enter');
  await page.waitForFunction((n) => Number(document.querySelector('.match').dataset.seq) > n, start);
  assert.match(await page.locator(`[data-cell=${key}]`).getAttribute('aria-label'), / 1 soldier$|1 soldier[^s]/);
  assert.deepEqual(ann.wrong, []);
  await ann.context.close();
});
