// The first game, live boards in small, the end and what comes after it, as people meet them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTable, opened, visitor } from './house.mjs';
import { MOVES } from './moves.mjs';
import { ask, GAMES } from './screens.mjs';
import { fine, sitDown } from './seated.mjs';

const { house, browser } = await opened();
const quick = { reducedMotion: 'reduce' };

for (const game of GAMES) {
  test(`a first game of ${game} is led through its first moves, and only the first game`, async () => {
    const person = await visitor(browser, house, 'Ann', quick);
    const { page } = person;
    const begin = async () => {
      const id = await openTable(person, { game, bots: ['beginner'] });
      await page.goto(`${house.url}/t/${id}`);
      await page.locator('.pill.turn').waitFor();
    };
    await begin();
    await page.locator('.guide').getByText('1 / 3').waitFor();
    if (game === 'risk') await page.locator('[data-claim]').click();
    else for (let n = 1; n < 8 && (await page.locator('.guide').getByText('1 / 3').count()) > 0; n += 1) {
      await MOVES[game](page, () => (n * 0.37) % 1);
      // A unit that is pointed at would stand in the guide's place.
      await page.mouse.move(2, 2);
      await page.waitForTimeout(600);
    }
    // A quick bot may have answered, and been answered, already.
    await page.locator('.guide').getByText(/[23] \/ 3/).waitFor();
    await page.locator('[data-skip-guide]').click();
    await page.locator('.guide').waitFor({ state: 'detached' });
    await begin();
    await page.locator('[data-cell].act, [data-cell].mine').first().waitFor();
    assert.equal(await page.locator('.guide').count(), 0);
    fine(person);
    await person.context.close();
  });
}

test('the front page shows what is played just now, small, from one request for all', async () => {
  const { host, guest, id } = await sitDown(browser, house, 'marelles', {});
  await host.page.locator('[data-cell=D6]').click();
  const closed = await openTable(guest, { game: 'mars', bots: ['beginner'], watch: 'off' });
  const stranger = await visitor(browser, house, 'Dora');
  const { page } = stranger;
  const asked = [];
  page.on('request', (request) => request.url().includes('/boards?') && asked.push(request.url()));
  await page.goto(house.url);
  const tile = page.locator(`.tiles li:has(a[href="/t/${id}"])`);
  await tile.locator('[data-live] circle').first().waitFor();
  await tile.getByText('move 1 · D6').waitFor();
  assert.equal(await tile.getByTitle('spectators').innerText(), '1', 'one watches');
  assert.equal(asked.length, 1);
  assert.ok(!asked[0].includes(closed), 'what may not be watched is not even asked for');
  const { boards } = await ask(page, `/boards?ids=${id},${closed}`);
  assert.deepEqual(boards.map((it) => it.id), [id]);
  // Nothing is loaded anew: the next move comes by itself.
  await guest.page.locator('[data-cell=B4]').click();
  await tile.getByText('move 2 · B4').waitFor();
  assert.equal((await ask(page, `/boards?ids=${Array(13).fill(id).join()}`)).error.code, 'request/malformed');
  fine(host, guest, stranger);
  await Promise.all([host, guest, stranger].map((it) => it.context.close()));
});

test('the front page shows the games before the house has answered anything', async () => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  const asked = [];
  // Nobody ever answers.
  await page.route('**/api/**', (route) => asked.push(new URL(route.request().url()).pathname));
  await page.goto(house.url, { waitUntil: 'commit' });
  await page.waitForFunction(() => [...document.querySelectorAll('article img')].filter((it) => it.complete && it.naturalWidth > 0).length === 5);
  assert.equal(await page.getByRole('button', { name: 'Play the computer' }).count(), 5);
  assert.ok(!asked.includes('/api/v1/games'), asked.join());
  await context.close();
});

test('the board is there before the match: the host tries it, a guest sees it behind the field for the name', async () => {
  const host = await visitor(browser, house, 'Ann', quick);
  const id = await openTable(host, { game: 'marelles' });
  await host.page.goto(`${house.url}/t/${id}`);
  for (const cell of ['D6', 'A1']) await host.page.locator(`[data-cell=${cell}]`).click();
  await host.page.waitForFunction(() => ['D6', 'A1'].every((it) => !/empty/.test(document.querySelector(`[data-cell=${it}]`).getAttribute('aria-label'))));
  await host.page.getByRole('button', { name: 'Clear the board' }).click();
  await host.page.waitForFunction(() => /empty/.test(document.querySelector('[data-cell=D6]')?.getAttribute('aria-label') ?? ''));
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.goto(`${house.url}/t/${id}`);
  await page.locator('.stage [data-cell=D6]').waitFor();
  assert.equal(await page.locator('.stage').getAttribute('inert'), '');
  await page.getByRole('button', { name: 'Sit down and play' }).click();
  await page.locator('.match [data-cell]').first().waitFor();
  assert.equal(await page.locator('.match').getAttribute('data-seq'), '0', 'what was tried is not played');
  fine(host);
  await Promise.all([context.close(), host.context.close()]);
});

test('a rematch begins where the result is: asked, declined, asked again, accepted', async () => {
  const { host, guest, watcher } = await sitDown(browser, house, 'coexistence', { rated: true });
  await guest.page.getByRole('button', { name: 'Resign' }).click();
  await guest.page.getByRole('button', { name: 'Really resign?' }).click();
  for (const { page } of [host, guest, watcher]) await page.locator('.end').waitFor();
  // Whoever watches reads once who has won; whoever played sees both ratings.
  assert.equal((await watcher.page.locator('body').innerText()).split(`${host.name} won`).length, 2);
  await host.page.locator('.rating em', { hasText: '+' }).waitFor();
  await host.page.locator('.rating em', { hasText: '−' }).waitFor();

  const place = host.page.url();
  await host.page.getByRole('button', { name: 'Rematch' }).click();
  await host.page.getByText(`Waiting for ${guest.name}`).waitFor();
  assert.equal(host.page.url(), place, 'whoever asks stays');
  await guest.page.getByText(`${host.name} wants to play again`).waitFor();
  await guest.page.locator('[data-decline]').click();
  await host.page.getByText('Not now: the other one').waitFor();
  await host.page.getByRole('button', { name: 'Rematch' }).click();
  await guest.page.getByRole('button', { name: 'Join the rematch' }).click();
  for (const { page } of [host, guest]) await page.locator('.match[data-seq="0"]').waitFor();
  assert.notEqual(host.page.url(), place);
  assert.equal(host.page.url(), guest.page.url());
  // Resigning is a defeat like any other.
  const { records } = await ask(guest.page, `/players/${encodeURIComponent(guest.name)}`);
  assert.deepEqual([records[0].losses, records[0].ran_away, records[0].history.length], [1, 0, 1]);
  await guest.page.goto(`${house.url}/player/${encodeURIComponent(guest.name)}`);
  await guest.page.getByText('1 lost').waitFor();
  fine(host, guest, watcher);
  await Promise.all([host, guest, watcher].map((it) => it.context.close()));
});

test('a refused click says why, there; arrow keys step after a click on the tab of the replay', async () => {
  const person = await visitor(browser, house, 'Ann', quick);
  const { page } = person;
  const id = await openTable(person, { game: 'marelles', bots: ['beginner'] });
  await page.goto(`${house.url}/t/${id}`);
  await page.locator('[data-cell=D6].act').click();
  await page.locator('.match[data-seq="2"] .pill, .match[data-seq="3"] .pill').first().waitFor();
  await page.locator('.pill.turn').waitFor();
  await page.locator('[data-cell=D6]').click({ force: true });
  await page.locator('.tip.wrong').getByText('D6 is occupied').waitFor();
  await page.locator('#tab-replay').click();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.pill', { hasText: 'earlier position' }).waitFor();
  assert.equal(await page.locator('#tab-replay').getAttribute('aria-selected'), 'true');
  await page.keyboard.press('End');
  await page.locator('.pill.turn').waitFor();
  fine(person);
  await person.context.close();
});

test('music and sounds are loaded by those who hear them, and begin with the first gesture', async () => {
  const context = await browser.newContext({ locale: 'en-GB' });
  await context.addInitScript(() => {
    globalThis.notes = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      globalThis.notes += 1;
      return start.apply(this, when);
    };
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const loaded = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const notes = () => page.evaluate(() => globalThis.notes);
  await page.goto(house.url);
  await page.locator('article').first().waitFor();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(loaded.filter((it) => /(music|sound)-/.test(it)), [], 'the front page is silent');
  // The menu of Mars has music, as its page says, once somebody has touched something.
  await page.goto(`${house.url}/menu/mars`);
  const music = page.getByRole('button', { name: 'Music' });
  await music.waitFor();
  await page.waitForTimeout(1500);
  assert.equal(await notes(), 0, 'nothing before the first gesture');
  await page.getByRole('heading', { level: 1 }).click();
  await page.waitForFunction(() => globalThis.notes > 2);
  await music.click();
  // It fades, and stays away.
  await page.waitForTimeout(2500);
  const faded = await notes();
  await page.waitForTimeout(1500);
  assert.equal(await notes(), faded);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).click();
  await page.waitForTimeout(1500);
  assert.equal(await notes(), 0, 'what was switched off stays off');
  await context.close();
});
