// CoExistence as it is played: what a blow brings is shown before; click, drag, keyboard; rounds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tooClose } from './colours.mjs';
import { engine, plain } from './engine.mjs';
import { opened, openTable, visitor } from './house.mjs';
import { fine } from './seated.mjs';

const { house, browser } = await opened();
const seq = (page) => page.locator('.match').getAttribute('data-seq').then(Number);
const reached = (page, n) => page.waitForFunction((least) => Number(document.querySelector('.match')?.getAttribute('data-seq')) >= least, n);

test('points before the blow, then click, drag and keyboard, and two passes to the next round', async () => {
  const host = await visitor(browser, house, 'Ann', { viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' });
  const guest = await visitor(browser, house, 'Ben', { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  const id = await openTable(host, { game: 'coexistence' });
  for (const { page } of [host, guest]) await page.goto(`${house.url}/t/${id}`);
  await guest.page.getByRole('button', { name: 'Sit down and play', exact: true }).click();
  const pages = [host.page, guest.page];
  for (const page of pages) await page.locator('[data-cell=own-A]').waitFor();
  assert.equal(await host.page.locator('[data-pass]').count(), 1, 'one Pass, on the table');

  const acts = async () => ((await pages[0].locator('[data-pass]').isEnabled()) ? pages[0] : pages[1]);
  const WAYS = [
    async (page, from, to) => { await page.locator(to).hover(); await page.locator('[data-seal]').first().waitFor(); await page.locator(to).click(); },
    async (page, from, to) => {
      const [a, b] = [await page.locator(from).boundingBox(), await page.locator(to).boundingBox()];
      await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
      await page.mouse.down();
      await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
      await page.mouse.up();
    },
    async (page, from, to) => { await page.locator(to).focus(); await page.keyboard.press('Enter'); },
  ];
  for (const way of WAYS) {
    await pages[0].waitForFunction(() => document.querySelector('[data-pass]') !== null);
    const page = await acts();
    const before = await seq(page);
    const own = await page.locator('[data-cell^=own].act').first().getAttribute('data-cell');
    await page.locator(`[data-cell=${own}]`).click();
    const foe = await page.locator('[data-cell^=foe].act').first().getAttribute('data-cell');
    const score = () => page.locator('.score').last().innerText();
    const had = Number.parseInt(await score(), 10);
    await page.locator('[data-seal]').first().waitFor();
    const brings = /, (\+\d|0)$/.exec(await page.locator(`[data-cell=${foe}]`).getAttribute('aria-label'))[1];
    await way(page, `[data-cell=${own}]`, `[data-cell=${foe}]`);
    for (const it of pages) await reached(it, before + 1);
    await page.waitForFunction((n) => Number.parseInt([...document.querySelectorAll('.score')].at(-1).innerText, 10) === n, had + Number(brings));
    for (const it of pages) assert.equal(await it.locator('[data-last]').count(), 2, 'the blow is marked at both ends');
  }
  for (let n = 0; n < 2; n += 1) {
    const page = await acts();
    const before = await seq(page);
    await page.locator('[data-pass]').click();
    for (const it of pages) await reached(it, before + 1);
  }
  for (const page of pages) {
    await page.getByRole('img', { name: 'Round 2 of 4' }).waitFor();
    assert.equal(await page.locator('.kard').count(), 12, 'everybody has six cards again');
  }
  const boxes = await guest.page.locator('[data-cell], [data-pass]').evaluateAll((cells) => cells.map((it) => it.getBoundingClientRect().toJSON()));
  for (const box of boxes) assert.ok(box.width >= 40 && box.height >= 40 && box.left >= 0 && box.right <= 390, JSON.stringify(box));
  fine(host, guest);
  for (const { context } of [host, guest]) await context.close();
});

test('the two seats differ for everybody, by day and by night', async () => {
  const { SEATS } = await plain('coexistence/palette.ts');
  assert.deepEqual(tooClose(SEATS.map((it) => it.fill), 20), []);
  const tokens = readFileSync(new URL('../src/games/coexistence/palette.css', import.meta.url), 'utf8');
  const [first, second] = [1, 2].map((n) => [...tokens.matchAll(new RegExp(`--seat-${n}: (#[0-9a-f]{6})`, 'g'))].map(([, hex]) => hex));
  assert.equal(first.length, 2);
  for (const [i, hex] of first.entries()) assert.deepEqual(tooClose([hex, second[i]], 20), []);
});

test("the rules' duel is legal and brings what it says", async () => {
  const { DUEL } = await plain('coexistence/examples.ts');
  const [, first] = engine([{ cmd: 'new', game: 'coexistence', seats: 2, seed: '1'.repeat(64), options: {} }, { cmd: 'state' }]);
  const hands = DUEL.hands.map((hand) => [...hand, null, null, null]);
  const state = { ...first.state, hands, turn: 0, started_by: 0 };
  const [loaded, ...answers] = engine([{ cmd: 'load', game: 'coexistence', state }, ...DUEL.moves.map((action, n) => ({ cmd: 'play', seat: n % 2, action }))]);
  assert.equal(loaded.ok, true, JSON.stringify(loaded));
  assert.deepEqual(answers.map((it) => it.events?.[0]?.points), DUEL.points, JSON.stringify(answers));
});
