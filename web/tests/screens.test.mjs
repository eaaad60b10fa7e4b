// Keyboard only, the page's own files, a killed server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { House, opened, visitor } from './house.mjs';
import { GAMES } from './screens.mjs';

const { house, browser } = await opened();

test('keyboard only: from the front page to moves in every game', async () => {
  const person = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' });
  const { page } = person;
  for (const game of GAMES) {
    await page.goto(house.url);
    const button = page.locator(`article[data-game=${game}] button.go`);
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('.pill.turn').waitFor();
    const before = Number(await page.locator('.match').getAttribute('data-seq'));
    // Tab until the board has the focus: it is a single stop.
    for (let i = 0; i < 40; i += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.hasAttribute('data-cell'))) break;
    }
    const played = async () => Number(await page.locator('.match').getAttribute('data-seq')) > before;
    for (let i = 0; i < 40 && !(await played()); i += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.press(['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown'][i % 6]);
      await page.waitForTimeout(40);
    }
    assert.ok(await played(), `${game}: no move by keyboard`);
    // The box takes the game's notation.
    await page.locator('.pill.turn').waitFor();
    const seq = Number(await page.locator('.match').getAttribute('data-seq'));
    const move = await page.evaluate((path) => fetch(path).then((it) => it.json()).then((it) => it.legal[0]), `/api/v1${new URL(page.url()).pathname.replace('/t/', '/matches/')}`);
    await page.getByLabel('Type a move').focus();
    await page.keyboard.type(`  ${move.toUpperCase()} `);
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => Number(document.querySelector('.match')?.getAttribute('data-seq')) > n, seq);
  }
  assert.deepEqual(person.wrong, []);
  await person.context.close();
});

test('the front page paints from its own files', async () => {
  const person = await visitor(browser, house, 'Ann');
  const painted = await person.page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  assert.equal(painted, 1);
  assert.deepEqual(person.foreign, []);
  await person.context.close();
});

test('a killed server: the banner says so, and the move made meanwhile arrives once', async () => {
  const own = await new House().open();
  try {
    const { page, context, wrong } = await visitor(browser, own, 'Ann');
    await page.locator('article[data-game=marelles] button.go').click();
    await page.locator('[data-cell=D6]').click();
    await page.locator('.match[data-seq="2"]').waitFor();
    await own.kill();
    await page.getByText('The connection is lost').waitFor();
    await page.locator('[data-cell].act:has(.hint)').first().click();
    await page.getByText('sending…').waitFor();
    await own.open();
    await page.getByText('The connection is lost').waitFor({ state: 'hidden', timeout: 20_000 });
    await page.locator('.match[data-seq="4"]').waitFor();
    assert.equal(await page.locator('[role=log] button').count(), 4, 'every move is in the log once');
    assert.deepEqual(wrong, []);
    await context.close();
  } finally {
    await own.close();
  }
});
