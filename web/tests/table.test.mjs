// What people do with each other around the board: offers, talk, starting, pairing, rematch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, leave, opened, openTable, visitor } from './house.mjs';

const { house, browser } = await opened();

const seq = (page) => page.locator('.match').getAttribute('data-seq').then(Number);

/** Two people at a running match; the one on turn comes first. */
async function pair(wishes, count = 2) {
  const people = [];
  for (const name of ['Ann', 'Ben', 'Cleo'].slice(0, count)) people.push(await visitor(browser, house, name, { reducedMotion: 'reduce' }));
  const id = await openTable(people[0], { seats: count, ...wishes });
  for (const [i, { page }] of people.entries()) {
    await page.goto(`${house.url}/t/${id}`);
    if (i > 0) await button(page, 'Sit down and play').click();
  }
  for (const { page } of people) await page.locator('.match [data-cell]').first().waitFor();
  const turns = await Promise.all(people.map(({ page }) => page.locator('.pill.turn').isVisible()));
  return { id, people: [...people.filter((_, i) => turns[i]), ...people.filter((_, i) => !turns[i])] };
}

test('a draw is offered, refused, offered again and accepted', async () => {
  const { people: [a, b] } = await pair({ game: 'marelles' });
  await button(a.page, 'Offer a draw').click();
  await a.page.getByText('You have offered a draw').waitFor();
  await b.page.getByText(`${a.name} offers a draw`).waitFor();
  await button(b.page, 'Refuse').click();
  await a.page.getByText('You have offered a draw').waitFor({ state: 'detached' });
  await a.page.getByText('The draw was not accepted').waitFor();
  assert.equal(await a.page.locator('.end').count(), 0, 'the match goes on');
  await button(b.page, 'Offer a draw').click();
  await button(a.page, 'Accept').click();
  for (const { page } of [a, b]) {
    await page.getByRole('heading', { name: 'Draw' }).waitFor();
    await page.getByText('by agreement').waitFor();
  }
  await leave(a, b);
});

test('a move is taken back when the other agrees', async () => {
  const { people: [a, b] } = await pair({ game: 'marelles' });
  await a.page.locator('[data-cell=D6]').click();
  await b.page.locator('.pill.turn').waitFor();
  await button(a.page, 'Take back').click();
  await b.page.getByText(`${a.name} asks to take back`).waitFor();
  await button(b.page, 'Refuse').click();
  await a.page.getByText('Taking back was not accepted').waitFor();
  assert.match(await a.page.locator('[data-cell=D6]').getAttribute('aria-label'), /(slate|ivory)/i);
  await button(a.page, 'Take back').click();
  await button(b.page, 'Accept').click();
  await a.page.locator('.pill.turn').waitFor();
  for (const { page } of [a, b]) {
    assert.match(await page.locator('[data-cell=D6]').getAttribute('aria-label'), /empty/);
    await page.getByText(`${a.name} took back`).waitFor();
  }
  await a.page.locator('[data-cell=A1]').click();
  await b.page.locator('.pill.turn').waitFor();
  await leave(a, b);
});

test('chat reaches the other as text, and a rematch takes both to the same table', async () => {
  const { id, people: [a, b] } = await pair({ game: 'coexistence' });
  const words = '<img src=x onerror=alert(1)> hello';
  for (const { page } of [a, b]) await page.locator('#tab-chat').click();
  await a.page.getByLabel('Say something').fill(words);
  await a.page.keyboard.press('Enter');
  for (const { page } of [a, b]) await page.locator('section.chat p', { hasText: words }).waitFor();
  await a.page.getByText('Me:').waitFor();
  assert.equal(await b.page.locator('section.chat img').count(), 0, 'text stays text');
  await button(a.page, 'Resign').click();
  await button(a.page, 'Really resign?').click();
  await a.page.getByRole('heading', { name: 'You lost' }).waitFor();
  await b.page.getByRole('heading', { name: 'You won!' }).waitFor();
  await button(a.page, 'Rematch').click();
  await a.page.locator('.waits').waitFor();
  await button(b.page, 'Join the rematch').click();
  for (const { page } of [a, b]) await page.waitForURL((url) => !url.pathname.endsWith(id));
  for (const { page } of [a, b]) await page.locator('.match [data-cell]').first().waitFor();
  assert.equal(new URL(a.page.url()).pathname, new URL(b.page.url()).pathname);
  assert.equal(await seq(a.page), 0);
  await leave(a, b);
});

test('everybody clicks to start', async () => {
  const [a, b] = [await visitor(browser, house, 'Ann'), await visitor(browser, house, 'Ben')];
  await a.page.goto(`${house.url}/new/mars`);
  await a.page.getByLabel('Everybody clicks to start').check();
  await button(a.page, 'Open the table').click();
  await a.page.locator('.qr svg').waitFor();
  await b.page.goto(a.page.url());
  await button(b.page, 'Sit down and play').click();
  for (const { page } of [a, b]) await button(page, 'CLICK TO START').waitFor();
  await button(a.page, 'CLICK TO START').click();
  await a.page.getByText(`Waiting for ${b.name}`).waitFor();
  assert.equal(await b.page.locator('.match').count(), 0, 'one click does not start');
  await button(b.page, 'CLICK TO START').click();
  for (const { page } of [a, b]) await page.locator('.match [data-cell]').first().waitFor();
  await leave(a, b);
});

test('quick pairing brings two people together, and can be cancelled', async () => {
  const [a, b] = [await visitor(browser, house, 'Ann'), await visitor(browser, house, 'Ben')];
  const quick = (page, game) => ({
    async click() {
      const card = page.locator(`article[data-game=${game}]`);
      await card.getByRole('button', { name: /More ways/ }).click();
      await card.getByRole('button', { name: 'Quick match' }).click();
      await page.getByRole('button', { name: 'Find somebody' }).click();
    },
  });
  await quick(a.page, 'risk').click();
  await a.page.getByText('Looking for somebody to play Risk with').waitFor();
  await button(a.page, 'Cancel').click();
  await a.page.getByText('Looking for somebody').waitFor({ state: 'detached' });
  await quick(a.page, 'coexistence').click();
  await a.page.getByText('Looking for somebody to play CoExistence with').waitFor();
  await quick(b.page, 'coexistence').click();
  for (const { page } of [a, b]) await page.locator('.match [data-cell]').first().waitFor();
  assert.equal(a.page.url(), b.page.url());
  await leave(a, b);
});

test('a notification is asked for, and comes when the page is hidden', async () => {
  const a = await visitor(browser, house, 'Ann');
  const asked = await a.page.evaluate(() => Notification.permission);
  assert.notEqual(asked, 'granted');
  // Headless browsers refuse notifications; what the page does with both answers is what counts.
  await a.page.addInitScript(() => {
    globalThis.shown = [];
    class Told {
      static permission = 'granted';
      static requestPermission = async () => globalThis.answer ?? 'granted';
      constructor(title, options) { globalThis.shown.push({ title, ...options }); }
    }
    globalThis.Notification = Told;
  });
  await a.page.goto(`${house.url}/settings`);
  await a.page.evaluate(() => (globalThis.answer = 'denied'));
  const box = a.page.getByLabel('Notify me when it is my turn');
  await box.click();
  await a.page.getByText('does not allow notifications').waitFor();
  assert.equal(await box.isChecked(), false, 'a refusal leaves it off');
  await a.page.evaluate(() => (globalThis.answer = 'granted'));
  await box.click();
  assert.equal(await box.isChecked(), true);
  await a.page.goto(house.url);
  await a.page.locator('article[data-game=marelles] button.go').click();
  await a.page.locator('.pill.turn').waitFor();
  await a.page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await a.page.locator('[data-cell=D6]').click();
  await a.page.waitForFunction(() => globalThis.shown.length > 0);
  const [first] = await a.page.evaluate(() => globalThis.shown);
  assert.equal(first.title, 'YOUR TURN');
  assert.equal(first.body, 'Marelles');
  await leave(a);
});

test('three people at one table: everybody plays, one leaves, two go on', async () => {
  const { people } = await pair({ game: 'obliteration', options: { columns: 12, rows: 12, fair_start: true } }, 3);
  const [a, b, c] = people;
  for (const { page } of people) assert.equal(await page.locator('.player').count(), 3);
  // With a fair start nobody can be reached by a first move: everybody gets one.
  for (let n = 1; n <= 3; n += 1) {
    const actor = await Promise.any(people.map(async (it) => { await it.page.locator('.pill.turn').waitFor(); return it; }));
    await actor.page.locator('[data-cell].mine').first().click();
    for (const { page } of people) await page.locator(`.match[data-seq="${n}"]`).waitFor();
  }
  const shares = await a.page.locator('.shares span').all();
  assert.ok(shares.length >= 3, 'a share for everybody');
  await button(c.page, 'Resign').click();
  await button(c.page, 'Really resign?').click();
  for (const { page } of [a, b]) await page.locator('.player.out').waitFor();
  assert.equal(await a.page.locator('.end').count(), 0, 'two are left, the match goes on');
  await Promise.any([a, b].map(({ page }) => page.locator('.pill.turn').waitFor()));
  await leave(a, b, c);
});
