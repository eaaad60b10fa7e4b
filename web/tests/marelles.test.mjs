// Marelles as it is played: click, drag and keyboard; premove; marks at both ends; tap sizes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooClose } from './colours.mjs';
import { engine, plain } from './engine.mjs';
import { opened, openTable, visitor } from './house.mjs';
import { fine } from './seated.mjs';

const { house, browser } = await opened();
const cell = (page, name) => page.locator(`[data-cell="${name}"]`);
const seq = (page) => page.locator('.match').getAttribute('data-seq').then(Number);
const reached = (page, n) => page.waitForFunction((least) => Number(document.querySelector('.match')?.getAttribute('data-seq')) >= least, n);

async function middle(locator) {
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
async function dragTo(page, from, to) {
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  const [x, y] = await middle(to);
  await page.mouse.move(x - 30, y - 20, { steps: 3 });
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}
/** Clicks a move and waits until everybody has it. */
async function play(people, who, ...names) {
  const next = (await seq(who.page)) + 1;
  for (const name of names) await cell(who.page, name).click();
  for (const { page } of people) await reached(page, next);
}
async function seated(options = {}) {
  const host = await visitor(browser, house, 'Ann', { viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce', ...options });
  const guest = await visitor(browser, house, 'Ben', { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  const id = await openTable(host, { game: 'marelles' });
  for (const { page } of [host, guest]) await page.goto(`${house.url}/t/${id}`);
  await guest.page.getByRole('button', { name: 'Sit down and play', exact: true }).click();
  for (const { page } of [host, guest]) await cell(page, 'A1').waitFor();
  return { host, guest, people: [host, guest] };
}

test('placing, a mill, taking, sliding: by click, drag and keyboard', async () => {
  const { host, guest, people } = await seated();
  const [h, g] = [host.page, guest.page];
  // A stone dragged out of the tray, one placed with the keyboard.
  await dragTo(h, h.locator('[data-tray=near]'), cell(h, 'D2'));
  for (const page of [h, g]) await reached(page, 1);
  assert.equal(await h.locator('[data-last=from]').count(), 1, 'the last move is marked at the tray');
  assert.equal(await h.locator('[data-last=to]').count(), 1, 'and at the point');
  await cell(g, 'A1').focus();
  await g.keyboard.press('ArrowRight');
  assert.equal(await g.evaluate(() => document.activeElement?.getAttribute('data-cell')), 'A4');
  await g.keyboard.press('Enter');
  for (const page of [h, g]) await reached(page, 2);
  for (const [who, name] of [[host, 'B2'], [guest, 'B4']]) await play(people, who, name);
  // Pointing at the closing point shows the mill before it is closed.
  await cell(h, 'F2').hover();
  await h.locator('.glow.faint .beam').waitFor();
  await h.getByText('Closes a mill').waitFor();
  await play(people, host, 'F2');
  assert.match(await cell(h, 'A4').getAttribute('aria-label'), /can be taken/);
  await play(people, host, 'A4');
  assert.match(await cell(h, 'A4').getAttribute('aria-label'), /empty/);
  // A refused click says why, there.
  await play(people, guest, 'G1');
  await cell(h, 'G1').click({ force: true });
  await h.locator('.tip.wrong').waitFor();
  const rest = ['A7', 'C5', 'G7', 'D6', 'E5', 'F6', 'C3', 'E3', 'D1', 'G4', 'A1', 'D7'];
  for (const [i, name] of rest.entries()) {
    await play(people, i % 2 === 0 ? host : guest, name);
    const taking = people.find(({ page }) => page === (i % 2 === 0 ? h : g));
    const victim = taking.page.locator('[data-cell].act[aria-label*="can be taken"]').first();
    if ((await victim.count()) > 0) await play(people, taking, await victim.getAttribute('data-cell'));
  }
  await h.locator('li[aria-current=step]', { hasText: 'Slide' }).waitFor();
  // Only stones that can move are offered; one is dragged to a neighbour.
  const source = h.locator('[data-cell].grab').first();
  const from = await source.getAttribute('data-cell');
  assert.match(await source.getAttribute('aria-label'), /slate stone, can move/);
  await source.click();
  const to = await h.locator('[data-cell].act:has(.hint)').first().getAttribute('data-cell');
  await h.keyboard.press('Escape');
  assert.equal(await h.locator('[data-cell]:has(.hint)').count(), 0, 'Escape puts the stone back');
  const next = (await seq(h)) + 1;
  await dragTo(h, cell(h, from), cell(h, to));
  for (const page of [h, g]) await reached(page, next);
  for (const page of [h, g]) assert.equal(await page.locator('[data-last]').count(), 2, 'both ends are marked, for everybody');
  fine(host, guest);
  for (const { context } of people) await context.close();
});

test('a premove is sent when it is due, and dropped when it is not legal', async () => {
  const { host, guest, people } = await seated();
  const [h, g] = [host.page, guest.page];
  await cell(g, 'D7').click();
  await g.locator('[data-ahead]').waitFor();
  await cell(h, 'D2').click();
  for (const page of [h, g]) await reached(page, 2);
  assert.match(await cell(h, 'D7').getAttribute('aria-label'), /ivory stone/);
  assert.equal(await g.locator('[data-ahead]').count(), 0);
  await cell(g, 'A1').click();
  await g.locator('[data-ahead]').waitFor();
  await cell(h, 'A1').click();
  for (const page of [h, g]) await reached(page, 3);
  await g.getByText('No longer possible: A1').waitFor();
  assert.equal(await seq(g), 3, 'nothing was played');
  fine(host, guest);
  for (const { context } of people) await context.close();
});

test('every point is a target of at least 40 pixels on a phone, and nothing is cut off', async () => {
  const { host, guest, people } = await seated();
  const boxes = await guest.page.locator('[data-cell]').evaluateAll((cells) => cells.map((it) => it.getBoundingClientRect().toJSON()));
  assert.equal(boxes.length, 24);
  for (const box of boxes) {
    assert.ok(box.width >= 40 && box.height >= 40, `${box.width} x ${box.height}`);
    assert.ok(box.left >= 0 && box.right <= 390 && box.top >= 0 && box.bottom <= 844, JSON.stringify(box));
  }
  fine(host, guest);
  for (const { context } of people) await context.close();
});

test('stones differ from each other and from the wood for everybody', async () => {
  const { SEATS, GROUND } = await plain('marelles/palette.ts');
  const stones = [SEATS.black.fill, SEATS.white.fill];
  assert.deepEqual(tooClose(stones, 20), []);
  for (const ground of GROUND) for (const stone of stones) assert.deepEqual(tooClose([stone, ground], 20), []);
});

test("the rules' examples are legal moves of real positions", async () => {
  const { EXAMPLES } = await plain('marelles/examples.ts');
  const points = 'A1 A4 A7 B2 B4 B6 C3 C4 C5 D1 D2 D3 D5 D6 D7 E3 E4 E5 F2 F4 F6 G1 G4 G7'.split(' ');
  const bits = (names) => names.split(' ').reduce((sum, name) => sum + 2 ** points.indexOf(name), 0);
  const [, first] = engine([{ cmd: 'new', game: 'marelles', seats: 2, seed: '1'.repeat(64), options: { repetition: 0 } }, { cmd: 'state' }]);
  for (const [name, { slate, ivory, hands, moves }] of Object.entries(EXAMPLES)) {
    const state = { ...first.state, stones: [bits(slate), bits(ivory)], hands, plies: hands[0] > 0 ? 18 - hands[0] - hands[1] : 18 };
    const answers = engine([{ cmd: 'load', game: 'marelles', state }, ...moves.map((action, n) => ({ cmd: 'play', seat: n % 2, action }))]);
    for (const answer of answers) assert.equal(answer.ok, true, `${name}: ${JSON.stringify(answer)}`);
    if (name === 'blocked') assert.equal(answers.at(-1).outcome?.reason, 'blocked');
  }
});
