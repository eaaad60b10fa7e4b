// The board is the page: what is visible together, what keeps its place, what a thumb can hit, what it weighs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { House, leave, openTable, opened, visitor } from './house.mjs';
import { ask, GAMES } from './screens.mjs';

const { house, browser } = await opened();
const LAPTOP = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const SIDEWAYS = { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true };
const TABLET = { viewport: { width: 820, height: 1180 }, isMobile: true, hasTouch: true };
const MOST_SHIFT = 0.02;
const FRONT_BYTES = 100 * 1024;
const BOARD_BYTES = 200 * 1024;

async function sit(person, game, table = {}) {
  const id = await openTable(person, { game, bots: ['beginner'], ...table });
  await person.page.goto(`${house.url}/t/${id}`);
  await person.page.locator('.match [data-cell]').first().waitFor();
  return id;
}

/** Plays through the API, as another tab would: the page only follows. Which phases of Risk there were. */
async function playOn(page, id, most) {
  const phases = new Set();
  for (let n = 0; n < most; ) {
    const seen = await ask(page, `/matches/${id}`);
    if (seen.outcome) return phases;
    phases.add(seen.view.phase);
    if (!seen.to_act.includes(seen.seat)) {
      await page.waitForTimeout(30);
      continue;
    }
    // Whoever can attack does, two times of three, so that all kinds of decisions come up.
    const strikes = n % 3 === 0 ? [] : seen.legal.filter((it) => it.startsWith('attack '));
    const list = strikes.length > 0 ? strikes : seen.legal;
    const action = list[(n * 7) % list.length];
    if (action === undefined) return phases;
    await ask(page, `/matches/${id}/play`, { seq: seen.seq, action });
    n += 1;
  }
  return phases;
}

const inside = async (page, selector) => {
  const box = await page.locator(selector).first().boundingBox();
  const { width, height } = page.viewportSize();
  return box !== null && box.x >= -0.5 && box.y >= -0.5 && box.x + box.width <= width + 0.5 && box.y + box.height <= height + 0.5;
};

for (const [where, options] of [['a laptop', LAPTOP], ['a phone', PHONE], ['a phone on its side', SIDEWAYS]]) {
  test(`board, sentence and actions are visible together on ${where}`, async () => {
    const person = await visitor(browser, house, 'Ann', { ...options, reducedMotion: 'reduce' });
    for (const game of GAMES) {
      await sit(person, game);
      // A board with controls beside its scene needs the room of the actions.
      const crowded = (await person.page.locator('#aside:not(:empty)').count()) > 0 && options === SIDEWAYS;
      for (const it of ['.stage', '.phase', '[role=tablist]', ...(crowded ? [] : ['.actions .buttons'])]) assert.ok(await inside(person.page, it), `${game}: ${it} is not wholly visible`);
      assert.equal(await person.page.evaluate(() => document.documentElement.scrollHeight <= innerHeight + 1), true, `${game}: the page scrolls`);
    }
    assert.deepEqual(person.wrong, []);
    await person.context.close();
  });
}

// The pieces of these two move on their boards; the others have panels beside the map that must not.
for (const [game, moves, around] of [['marelles', 14, true], ['coexistence', 14, true], ['mars', 40, false], ['risk', 130, false]]) {
  test(`nothing around the board jumps in a game of ${game}`, async () => {
    const person = await visitor(browser, house, 'Ann', { ...LAPTOP, reducedMotion: 'reduce' });
    const { page } = person;
    const id = await sit(person, game);
    await page.waitForTimeout(600);
    await page.evaluate((outside) => {
      globalThis.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries().filter(({ sources }) => !outside || sources.some(({ node }) => !node?.parentElement?.closest('.stage')))) globalThis.shifts.push({ value: entry.value, what: entry.sources.map(({ node }) => node?.nodeName + '.' + (node?.className?.baseVal ?? node?.className)).join(' ') });
      }).observe({ type: 'layout-shift' });
    }, around);
    const phases = await playOn(page, id, moves);
    // The bar below the map says something else in each of them.
    if (game === 'risk') for (const phase of ['reinforce', 'attack', 'defend', 'occupy']) assert.ok(phases.has(phase), [...phases].join());
    await page.waitForTimeout(300);
    const shifts = await page.evaluate(() => globalThis.shifts);
    const sum = shifts.reduce((all, it) => all + it.value, 0);
    assert.ok(sum <= MOST_SHIFT, `${sum.toFixed(4)}: ${JSON.stringify(shifts.toSorted((a, b) => b.value - a.value).slice(0, 4))}`);
    await person.context.close();
  });
}

test('what a thumb hits is at least 40 pixels high and wide', async () => {
  const person = await visitor(browser, house, 'Ann', { ...PHONE, reducedMotion: 'reduce' });
  const { page } = person;
  const small = () => page.evaluate(() => Array.from(document.querySelectorAll('header a, header button, .sheet button, .sheet summary, .buttons button, form button, form input'))
    .filter((it) => !it.closest('[role=log], .stage') && it.checkVisibility({ visibilityProperty: true }))
    .map((it) => ({ box: it.getBoundingClientRect(), what: it.outerHTML.slice(0, 90) }))
    .filter(({ box }) => box.width > 0 && (box.width < 39.5 || box.height < 39.5))
    .map(({ box, what }) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${what}`));
  assert.deepEqual(await small(), [], 'front page');
  await sit(person, 'marelles');
  assert.deepEqual(await small(), [], 'match');
  await page.locator('#tab-replay').click();
  assert.deepEqual(await small(), [], 'match, drawer open');
  await person.context.close();
});

/** Counts what comes over the wire from now on: headers, API and socket included, packed as it was. */
async function counted({ page, context }) {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sum = { bytes: 0 };
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (sum.bytes += encodedDataLength));
  cdp.on('Network.webSocketFrameReceived', ({ response }) => (sum.bytes += response.payloadData.length));
  return sum;
}

test('the front page of a house with ten matches weighs at most 100 KB, a board at most 200 KB', async (t) => {
  const other = await new House().open();
  // Also when it fails: a house that stays open keeps the file from ending.
  t.after(() => other.close());
  const host = await visitor(browser, other, 'Ann');
  for (let n = 0; n < 10; n += 1) await openTable(host, { game: GAMES[n % 5], bots: ['beginner'] });
  const context = await browser.newContext({ locale: 'en-GB', ...LAPTOP });
  const page = await context.newPage();
  const front = await counted({ page, context });
  await page.goto(other.url);
  // Real positions, not only their posters, are part of it; that they are asked for again later is not.
  await page.locator('.tiles [data-live]').nth(3).waitFor();
  await page.waitForTimeout(600);
  console.log(`front page: ${front.bytes} bytes`);
  assert.ok(front.bytes > 60_000 && front.bytes <= FRONT_BYTES, `front page: ${front.bytes} bytes`);
  await context.close();
  for (const game of GAMES) {
    const person = await visitor(browser, house, 'Ben', LAPTOP);
    const id = await openTable(person, { game, bots: ['beginner'] });
    const board = await counted(person);
    await person.page.goto(`${house.url}/t/${id}`);
    await person.page.locator('.match [data-cell]').first().waitFor();
    await person.page.waitForLoadState('networkidle');
    console.log(`${game}: ${board.bytes} bytes`);
    assert.ok(board.bytes <= BOARD_BYTES, `${game}: ${board.bytes} bytes`);
    await person.context.close();
  }
  await host.context.close();
});

test('after the end board, chart and moves are visible together, and the arrow keys step', async () => {
  const person = await visitor(browser, house, 'Ann', { ...LAPTOP, reducedMotion: 'reduce' });
  const { page } = person;
  const id = await sit(person, 'coexistence');
  await playOn(page, id, 200);
  await page.locator('.end').waitFor();
  const last = Number(await page.locator('.match').getAttribute('data-seq'));
  await page.locator('#tab-replay').click();
  const ask_ = page.getByRole('button', { name: 'Review the match' });
  if (await ask_.isVisible()) await ask_.click();
  await page.getByRole('img', { name: 'The chances to win over the match' }).waitFor({ timeout: 120_000 });
  for (const it of ['.stage', '.replay', 'svg[aria-label="The chances to win over the match"]']) assert.ok(await inside(page, it), `${it} is not visible`);
  await page.locator('.stage').click({ position: { x: 3, y: 3 } });
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('ArrowLeft');
  await page.getByText(`${last - 1} / ${last}`).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByText(`${last - 2} / ${last}`).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText(`${last - 1} / ${last}`).waitFor();
  await page.keyboard.press('Home');
  await page.getByText(`0 / ${last}`).waitFor();
  // The log follows, and its lines are no stops of the tab key.
  await page.locator('#tab-log').click();
  await page.evaluate(() => document.activeElement?.blur());
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowRight');
  await page.locator('[role=log] .now').first().waitFor();
  assert.equal(await page.locator('[role=log] button:not([tabindex="-1"])').count(), 0);
  assert.deepEqual(person.wrong, []);
  await person.context.close();
});

for (const [where, options] of [['a laptop', LAPTOP], ['a tablet', TABLET], ['a phone', PHONE], ['a phone on its side', SIDEWAYS]]) {
  test(`the result and the replay leave the board in sight on ${where}`, async () => {
    const person = await visitor(browser, house, 'Ann', { ...options, reducedMotion: 'reduce' });
    const { page } = person;
    for (const game of GAMES) {
      const id = await sit(person, game);
      await ask(page, '/commands', { type: 'resign', match: id });
      await page.locator('.end').waitFor();
      const apart = () => page.evaluate(() => {
        const [board, sheet] = ['.stage', '.side > .sheet'].map((it) => document.querySelector(it).getBoundingClientRect());
        return board.height >= 200 && (board.bottom <= sheet.top + 1 || board.right <= sheet.left + 1);
      });
      assert.ok(await apart(), `${game}: the result covers the board`);
      const torn = await page.locator('.end h2').evaluate((it) => it.scrollWidth > it.clientWidth || getComputedStyle(it).overflowWrap !== 'normal');
      assert.equal(torn, false, `${game}: a word of the headline does not fit`);
      await page.locator('#tab-replay').click();
      await page.locator('.replay').waitFor();
      assert.ok(await apart(), `${game}: the replay covers the board`);
      const outside = await page.evaluate(() => {
        const { right } = document.querySelector('.side > .sheet').getBoundingClientRect();
        return [...document.querySelectorAll('[role=tab], .replay button, .replay a, .replay input, .replay span')].filter((it) => it.checkVisibility() && it.getBoundingClientRect().right > right + 0.5).map((it) => it.outerHTML.slice(0, 80));
      });
      assert.deepEqual(outside, [], `${game}: cut off`);
    }
    await leave(person);
  });
}

test('an invited friend finds name and button without scrolling on a phone on its side', async () => {
  const host = await visitor(browser, house, 'Ann', LAPTOP);
  for (const game of GAMES) {
    const id = await openTable(host, { game });
    const context = await browser.newContext({ locale: 'en-GB', ...SIDEWAYS });
    const page = await context.newPage();
    await page.goto(`${house.url}/t/${id}`);
    await page.getByRole('button', { name: 'Sit down and play' }).waitFor();
    for (const it of ['.card form input', '.card form button.main']) assert.ok(await inside(page, it), `${game}: ${it} is not visible`);
    await context.close();
  }
  await leave(host);
});

test('what cannot be had is not offered', async () => {
  const ann = await visitor(browser, house, 'Ann', LAPTOP);
  await sit(ann, 'marelles');
  assert.equal(await ann.page.getByRole('button', { name: 'Offer a draw' }).count(), 0, 'computers refuse every draw');
  const hidden = await openTable(ann, { game: 'marelles', bots: ['beginner'], watch: 'off' });
  const shown = await openTable(ann, { game: 'marelles', bots: ['beginner'] });
  const risk = await openTable(ann, { game: 'risk', bots: ['beginner'] });
  const ben = await visitor(browser, house, 'Ben', LAPTOP);
  await ben.page.locator(`a[href="/t/${shown}"]`).waitFor();
  for (const id of [hidden, risk]) assert.equal(await ben.page.locator(`a[href="/t/${id}"]`).count(), 0, 'no door where watching is refused');
  await ben.page.locator(`a[href="/t/${shown}"]`).click();
  await ben.page.locator('.match [data-cell]').first().waitFor();
  await ask(ann.page, '/commands', { type: 'resign', match: shown });
  await ben.page.locator('.end').waitFor();
  assert.equal((await ben.page.locator('.end').innerText()).match(/ won/g)?.length, 1, 'the winner is named once');
  for (const { context } of [ann, ben]) await context.close();
});
