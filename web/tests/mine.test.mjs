// "My games": what waits, how long, what it looks like; from the header, and from one game to the next.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe } from './axe.mjs';
import { openTable, opened, visitor } from './house.mjs';
import { ask } from './screens.mjs';
import { fine } from './seated.mjs';

const { house, browser } = await opened();
const DAY = { type: 'per_move', seconds: 86_400 };

/** A table of the host's at which the guest sits down: the match runs. */
async function begun(host, guest, table) {
  const id = await openTable(host, table);
  const { id: joined, error } = await ask(guest.page, `/tables/${id}/join`, {});
  assert.equal(error, undefined, JSON.stringify(error));
  assert.equal(joined, id);
  return id;
}

test('games that wait for me stand first, with their time; the next one is a click away', async () => {
  const ann = await visitor(browser, house, 'Ann');
  const ben = await visitor(browser, house, 'Ben');
  const { page } = ann;
  const [slow, free] = [await begun(ann, ben, { game: 'marelles', clock: DAY }), await begun(ann, ben, { game: 'obliteration' })];
  const theirs = await begun(ben, ann, { game: 'marelles', clock: { type: 'per_move', seconds: 3 * 86_400 } });
  const count = page.locator('header .count');
  await page.getByText('2', { exact: true }).and(count).waitFor();
  assert.equal(await page.getByRole('link', { name: 'My games 2 waiting for you' }).count(), 1);
  await page.getByRole('link', { name: /My games/ }).click();
  await page.getByRole('heading', { name: '2 games wait for you' }).waitFor();
  const cards = page.locator('.cards li');
  // The one with a clock first; the others have all the time in the world.
  assert.deepEqual(await cards.locator('a').evaluateAll((all) => all.map((it) => it.getAttribute('href'))), [slow, free].map((id) => `/t/${id}`));
  await cards.first().getByText(/(23 h left|1 day, 0 h)/).waitFor();
  await cards.first().locator('[data-live] svg').waitFor();
  await cards.nth(1).getByText('no clock').waitFor();
  const others = page.locator(`.tiles li:has(a[href="/t/${theirs}"])`);
  await others.getByText(new RegExp(`^${ben.name} to move, (3 days, 0 h|2 days, 23 h)$`)).waitFor();
  await axe(page, 'my games');

  // From game to game: after the move here, to the next that waits.
  await cards.first().locator('a').click();
  await page.locator('[data-cell=D6].act').click();
  const next = page.getByRole('link', { name: /^Next game that waits for you: Obliteration with Ben/ });
  await next.click();
  await page.locator(`.match[data-game=obliteration]`).waitFor();
  assert.ok(page.url().endsWith(free));
  assert.equal(await page.locator('a.next').count(), 0, 'nothing else waits');
  // The other one moves: it comes by itself, on whatever page one is.
  await ben.page.goto(`${house.url}/t/${theirs}`);
  await ben.page.locator('[data-cell=D6].act').click();
  await page.goto(`${house.url}/rules/mars`);
  await page.getByRole('link', { name: 'My games 2 waiting for you' }).waitFor();
  await ben.page.goto(`${house.url}/t/${slow}`);
  await ben.page.locator('[data-cell=B4].act').click();
  await page.getByRole('link', { name: 'My games 3 waiting for you' }).waitFor();

  // What is over stands below, with how it ended.
  await ask(ben.page, '/commands', { type: 'resign', match: slow });
  await page.getByRole('link', { name: 'My games 2 waiting for you' }).click();
  const line = page.locator('[aria-labelledby=finished] li');
  await line.getByText('Won', { exact: true }).waitFor();
  await line.getByText(ben.name).waitFor();
  await line.getByRole('link', { name: /^Review/ }).click();
  await page.locator('.end').waitFor();
  fine(ann, ben);
  await Promise.all([ann, ben].map((it) => it.context.close()));
});

test('on a phone nothing is cut off, in Chinese too; without a name one is asked for it', async () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const ann = await visitor(browser, house, 'Ann', phone);
  const ben = await visitor(browser, house, 'Ben');
  await begun(ann, ben, { game: 'obliteration', clock: DAY });
  await begun(ann, ben, { game: 'mars', clock: DAY });
  for (const language of ['en', 'zh']) {
    await ann.page.evaluate((it) => localStorage.setItem('parlor.lang', it), language);
    await ann.page.goto(`${house.url}/games`);
    await ann.page.locator('.cards [data-live]').nth(1).waitFor();
    const wide = await ann.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${language}: ${wide}`);
    await axe(ann.page, `my games, ${language}`);
  }
  await ann.page.getByRole('heading', { name: '2 局棋在等你' }).waitFor();
  fine(ann);
  const stranger = await browser.newContext();
  const page = await stranger.newPage();
  await page.goto(`${house.url}/games`);
  await page.locator('main').getByRole('button', { name: 'Choose a name' }).click();
  await page.locator('dialog').waitFor();
  await Promise.all([ann.context, ben.context, stranger].map((it) => it.close()));
});
