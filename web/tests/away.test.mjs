// Somebody walks away from a running match: the page asks first, the others see it, wait a while, and
// then end it as they like. Two real pages; the grace is a few seconds here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openTable, visitor } from './house.mjs';
import { fine } from './seated.mjs';

const GRACE_MS = 5000;
const { house, browser } = await opened({ env: { PARLOR_GRACE_MS: String(GRACE_MS) } });

const CLOCK = { type: 'per_move', seconds: 180 };
const seq = (page) => page.locator('.match').getAttribute('data-seq').then(Number);
const reached = (page, n) => page.waitForFunction((least) => Number(document.querySelector('.match')?.getAttribute('data-seq')) >= least, n);
const away = (page, how) => page.locator(`[data-away=${how}]`);

/** Two people in the middle of a game; the host is on turn. */
async function atPlay(table = {}) {
  const [a, b] = [await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' }), await visitor(browser, house, 'Ben', { reducedMotion: 'reduce' })];
  const id = await openTable(a, { game: 'marelles', clock: CLOCK, seat: 0, ...table });
  for (const { page } of [a, b]) await page.goto(`${house.url}/t/${id}`);
  await b.page.getByRole('button', { name: 'Sit down and play', exact: true }).click();
  for (const { page } of [a, b]) await page.locator('[data-cell=A1]').waitFor();
  for (const [n, [who, cell]] of [[a, 'D2'], [b, 'D6']].entries()) {
    await who.page.locator(`[data-cell=${cell}]`).click();
    for (const { page } of [a, b]) await reached(page, n + 1);
  }
  return { a, b, id };
}
/** The other one is gone for longer than anybody has to wait. */
async function abandoned(table) {
  const seated = await atPlay(table);
  await seated.b.page.goto('about:blank');
  await away(seated.a.page, 'long').waitFor({ timeout: GRACE_MS + 10_000 });
  return seated;
}
/** What the house says about somebody. */
const known = async ({ name }) => (await fetch(`${house.url}/api/v1/players/${encodeURIComponent(name)}`)).text();
const leave = async (...people) => {
  fine(...people);
  for (const { context } of people) await context.close();
};

test('closing the page asks first; whoever goes is seen to go, and whoever comes back is back', async () => {
  const { a, b, id } = await atPlay();
  const asked = [];
  b.page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await b.page.close({ runBeforeUnload: true });
  for (let i = 0; i < 50 && asked.length === 0; i += 1) await new Promise((next) => setTimeout(next, 100));
  assert.deepEqual(asked, ['beforeunload']);
  assert.ok(!b.page.isClosed(), 'whoever says no stays');
  assert.equal(await away(a.page, 'short').count(), 0);
  // Really gone: nothing can be claimed yet, and it is said when it can.
  await b.page.close();
  await away(a.page, 'short').getByText(`${b.name} is away. If ${b.name} is not back in`).waitFor();
  assert.equal(await a.page.locator('[data-claim]').count(), 0);
  const again = await b.context.newPage();
  await again.goto(`${house.url}/t/${id}`);
  await again.locator('[data-cell=A1]').waitFor();
  await a.page.locator('[data-away]').waitFor({ state: 'detached' });
  // The game goes on.
  await a.page.locator('[data-cell=A1]').click();
  await reached(again, 3);
  await leave(a, b);
});

test('the win is claimed', async () => {
  const { a, b } = await abandoned({ rated: true });
  await a.page.locator('[data-claim=win]').click();
  await a.page.getByRole('heading', { name: 'You won!' }).waitFor();
  assert.match(await known(a), /"wins":1/);
  assert.match(await known(b), /"ran_away":1/);
  await leave(a, b);
});

test('it is called a draw', async () => {
  const { a, b } = await abandoned();
  await a.page.locator('[data-claim=draw]').click();
  await a.page.getByRole('heading', { name: 'Draw' }).waitFor();
  await leave(a, b);
});

test('the computer takes the seat and plays on', async () => {
  const { a, b, id } = await abandoned();
  await a.page.locator('[data-claim=bot]').click();
  await a.page.locator('[data-away]').waitFor({ state: 'detached' });
  const before = await seq(a.page);
  await a.page.locator('[data-cell=A1]').click();
  await reached(a.page, before + 2);
  await a.page.locator('.pill.turn').waitFor();
  // Whoever comes back looks on: the seat is the computer's.
  await b.page.goto(`${house.url}/t/${id}`);
  await b.page.locator('[data-cell=A1]').waitFor();
  assert.equal(await b.page.getByRole('button', { name: 'Resign' }).count(), 0);
  await leave(a, b);
});

test('it is called off, and counts for nobody', async () => {
  const { a, b } = await abandoned({ rated: true });
  await a.page.locator('[data-claim=abort]').click();
  await a.page.getByRole('heading', { name: 'The match was broken off' }).waitFor();
  for (const person of [a, b]) assert.doesNotMatch(await known(person), /"(wins|losses|draws)":[1-9]/);
  await leave(a, b);
});

test('whoever comes back in time cannot be claimed against', async () => {
  const { a, b, id } = await abandoned();
  await b.page.goto(`${house.url}/t/${id}`);
  await b.page.locator('[data-cell=A1]').waitFor();
  await a.page.locator('[data-away]').waitFor({ state: 'detached' });
  // Not even past the page.
  const answer = await a.page.evaluate(async (match) => {
    const body = JSON.stringify({ type: 'claim', match, claim: 'win' });
    const told = await fetch('/api/v1/commands', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return told.json();
  }, id);
  assert.equal(answer.code ?? answer.error?.code, 'table/still_here', JSON.stringify(answer));
  await leave(a, b);
});
