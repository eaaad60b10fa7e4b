// Every screen against the picture kept of it, by pixels and with a tolerance. `make pictures` renews them.
import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { after, test } from 'node:test';
import { Album, PICTURES } from './album.mjs';
import { launch } from './house.mjs';
import { Stage, still } from './stage.mjs';

/** How far each game goes before its picture, and what kind of table it is. */
const BOARDS = {
  marelles: { moves: 15, seed: 3 },
  coexistence: { moves: 5, seed: 5 },
  obliteration: { moves: 14, seed: 7, options: { columns: 16, rows: 12 } },
  mars: { moves: 24, seed: 9 },
  risk: { moves: 130, seed: 11 },
};
const LARGE = { scale: 1, quality: 0.82 };

const browser = await launch();
const stage = await Stage.open(browser, 'pictures');
const album = await Album.open(browser);
after(async () => {
  await browser.close();
  await stage.close();
});
const [ann, ben] = [await stage.person('Ann Marlow'), await stage.person('Ben Okafor')];
const matches = {};

/** One screen; `act` may do something on it before it is kept. */
async function shot(name, [person, size, scheme, path], { act, hidden, ...how } = {}) {
  const page = await stage.page(person, size, scheme, path);
  try {
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await act?.(page);
    await still(page, hidden);
    await album.compare(name, await page.screenshot(), how);
  } finally {
    await page.context().close();
  }
}

const fits = () => {
  const wrong = album.wrong.splice(0);
  assert.deepEqual(wrong, []);
};

const boardReady = (page) => page.locator('.match [data-cell]').first().waitFor();

for (const [game, table] of Object.entries(BOARDS)) {
  test(`${game} looks as it did`, async () => {
    matches[game] = await stage.match([ann, ben], game, table);
    const path = `/t/${matches[game]}`;
    // The README's, large.
    await shot(game, [ann, 'desktop', 'light', path], { act: boardReady, ...LARGE });
    await shot(`screens/${game}-night`, [ann, 'desktop', 'dark', path], { act: boardReady });
    await shot(`screens/${game}-phone`, [ann, 'phone', 'light', path], { act: boardReady });
    await shot(`screens/${game}-phone-night`, [ben, 'phone', 'dark', path], { act: boardReady });
    await shot(`screens/${game}-rules`, [ann, 'desktop', 'light', `/rules/${game}`]);
    await shot(`screens/${game}-new`, [ann, 'desktop', 'light', `/new/${game}`]);
    fits();
  });
}

test('a phone held sideways', async () => {
  for (const game of ['marelles', 'risk']) await shot(`screens/${game}-sideways`, [ann, 'sideways', 'light', `/t/${matches[game]}`], { act: boardReady });
  fits();
});

test('the front page looks as it did', async () => {
  const live = (page) => page.locator('[data-live]').nth(4).waitFor();
  await shot('front', [ann, 'desktop', 'light', '/'], { act: live, ...LARGE });
  await shot('screens/front-night', [ann, 'desktop', 'dark', '/'], { act: live });
  await shot('screens/front-phone', [null, 'phone', 'light', '/']);
  await shot('screens/front-phone-night', [null, 'phone', 'dark', '/']);
  fits();
});

test('the ways in look as they did', async () => {
  const { id } = await ann.ask('/tables', { game: 'risk', seats: 3 });
  for (const [size, scheme] of [['desktop', 'light'], ['phone', 'dark']]) {
    await shot(`screens/table-${size}`, [ann, size, scheme, `/t/${id}`], { act: (page) => page.locator('.qr').first().waitFor() });
    // The name that is proposed is drawn by lot.
    await shot(`screens/invite-${size}`, [null, size, scheme, `/t/${id}`], { hidden: ['input'] });
  }
  await shot('screens/menu', [ann, 'desktop', 'light', '/menu/mars']);
  fits();
});

test('replay and result look as they did', async () => {
  const id = await stage.match([ann, ben], 'marelles', { moves: 21, seed: 13, rated: true });
  await shot('screens/replay', [ann, 'desktop', 'light', `/t/${id}`], {
    act: async (page) => {
      await page.locator('#tab-replay').click();
      for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowLeft');
      await page.locator('.pill', { hasText: 'earlier position' }).waitFor();
    },
  });
  await ben.ask('/commands', { type: 'resign', match: id });
  const end = async (page) => {
    await page.locator('.end').waitFor();
    await page.locator('.rating em').nth(1).waitFor();
  };
  // How a bot judges it depends on how long it could think, and what comes after that on when it was ready; how long the match took, too.
  const hidden = ['.told > :nth-child(n + 3)', '.end .why'];
  for (const scheme of ['light', 'dark']) await shot(`screens/result-${scheme}`, [ann, 'desktop', scheme, `/t/${id}`], { act: end, hidden, differs: 0.03 });
  await shot('screens/result-phone', [ben, 'phone', 'light', `/t/${id}`], { act: end, hidden, differs: 0.03 });
  fits();
});

test('people, leaderboard and settings look as they did', async () => {
  for (const [size, scheme] of [['desktop', 'light'], ['phone', 'dark']]) {
    await shot(`screens/player-${size}`, [ben, size, scheme, '/player/Ann%20Marlow']);
    await shot(`screens/top-${size}`, [ben, size, scheme, '/top/marelles']);
    await shot(`screens/settings-${size}`, [ben, size, scheme, '/settings']);
  }
  await shot('screens/nowhere', [null, 'desktop', 'light', '/nowhere']);
  fits();
});

test('all pictures together are small, and none is kept that nobody compares', () => {
  const files = readdirSync(PICTURES, { recursive: true }).filter((it) => it.endsWith('.webp'));
  const stale = files.filter((it) => !album.seen.has(it.replace('.webp', '')));
  if (process.env.RENEW_PICTURES === '1') for (const file of stale) rmSync(PICTURES + file);
  else assert.deepEqual(stale, []);
  const bytes = readdirSync(PICTURES, { recursive: true }).map((it) => statSync(PICTURES + it)).reduce((sum, it) => sum + (it.isFile() ? it.size : 0), 0);
  assert.ok(bytes < 2.5 * 1024 * 1024, `${bytes} bytes`);
});
