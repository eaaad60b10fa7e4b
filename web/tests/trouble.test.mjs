// Bad input: each says in a sentence what happened and what to do next, and the page lives on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, leave, opened, openTable, visitor } from './house.mjs';
import { ask } from './screens.mjs';

const { house, browser } = await opened();

test('a stale tab: its move is refused, it shows the new position and can play on', async () => {
  const a = await visitor(browser, house, 'Ann');
  const id = await openTable(a, { game: 'marelles', bots: ['beginner'] });
  // A tab that missed the news, as after a laptop slept: what comes in is dropped for a while.
  await a.page.addInitScript(() => {
    const Real = globalThis.WebSocket;
    globalThis.deaf = false;
    globalThis.WebSocket = class extends Real {
      set onmessage(hear) { super.onmessage = (event) => { if (!(globalThis.deaf && String(event.data).includes('"update"') && !String(event.data).includes('"code"'))) hear(event); }; }
    };
  });
  await a.page.goto(`${house.url}/t/${id}`);
  await a.page.locator('.pill.turn').waitFor();
  const before = Number(await a.page.locator('.match').getAttribute('data-seq'));
  await a.page.evaluate(() => (globalThis.deaf = true));
  const seen = await ask(a.page, `/matches/${id}`);
  await ask(a.page, `/matches/${id}/play`, { seq: seen.seq, action: seen.legal[0] });
  // Until the bot has answered nothing else can come.
  for (let turn = false; !turn; ) turn = await ask(a.page, `/matches/${id}`).then((it) => it.seq > seen.seq && it.to_act.includes(it.seat));
  assert.equal(Number(await a.page.locator('.match').getAttribute('data-seq')), before, 'the tab did not notice');
  await a.page.evaluate(() => (globalThis.deaf = false));
  await a.page.locator('[data-cell].act').last().click();
  await a.page.getByText('The position has changed meanwhile').waitFor();
  await a.page.waitForFunction((n) => Number(document.querySelector('.match').dataset.seq) > n, before);
  await a.page.locator('.pill.turn').waitFor();
  const now = Number(await a.page.locator('.match').getAttribute('data-seq'));
  await a.page.locator('[data-cell].act').last().click();
  await a.page.waitForFunction((n) => Number(document.querySelector('.match').dataset.seq) > n, now);
  await leave(a);
});

test('a refused move says why, and the board stays usable', async () => {
  const a = await visitor(browser, house, 'Ann');
  const id = await openTable(a, { game: 'marelles', bots: ['beginner'] });
  await a.page.goto(`${house.url}/t/${id}`);
  await a.page.locator('.pill.turn').waitFor();
  for (const nonsense of ['D4', 'Z9', 'A1-A4']) {
    await a.page.getByLabel('Type a move').fill(nonsense);
    await a.page.keyboard.press('Enter');
    const text = await a.page.locator('.toasts .wrong').last().innerText();
    assert.ok(text.length > 10, text);
  }
  await a.page.locator('[data-cell].act').first().click();
  await a.page.locator('.match:not([data-seq="0"])').waitFor();
  await leave(a);
});

test('full, vanished and private tables and wrong links', async () => {
  const [a, b, c] = [await visitor(browser, house, 'Ann'), await visitor(browser, house, 'Ben'), await visitor(browser, house, 'Cleo')];
  // Full: the last seat is taken while somebody looks at it.
  const full = await openTable(a, { game: 'mars', confirm: true });
  await c.page.goto(`${house.url}/t/${full}`);
  await button(c.page, 'Sit down and play').waitFor();
  // The news of the taken seat is held back, so that the click comes too late.
  await c.page.evaluate(() => new Promise((settle) => setTimeout(settle, 50)));
  await ask(b.page, '/commands', { type: 'join', table: full });
  const late = await ask(c.page, '/commands', { type: 'join', table: full });
  assert.equal(late.code ?? late.error?.code, 'table/full');
  await button(c.page, 'Sit down and play').waitFor({ state: 'detached' });
  await c.page.goto(`${house.url}/t/${full}`);
  await c.page.getByText(b.name).waitFor();
  assert.equal(await button(c.page, 'Sit down and play').count(), 0, 'a full table offers no seat');
  // Vanished: its last person leaves while somebody looks.
  const short = await openTable(a, { game: 'mars' });
  await c.page.goto(`${house.url}/t/${short}`);
  await button(c.page, 'Sit down and play').waitFor();
  await ask(a.page, '/commands', { type: 'leave', table: short });
  await c.page.goto(`${house.url}/t/${short}`);
  await c.page.locator('h1').first().waitFor();
  // Wrong links of all kinds lead to a sentence and a way back.
  const secret = await openTable(a, { game: 'mars', private: true });
  for (const [path, words] of [
    [`/t/${secret}`, 'by invitation only'],
    [`/t/${secret}?invite=wrong`, 'by invitation only'],
    ['/t/nosuchtable1', 'There is no such table'],
    ['/t/%ff%fe', 'cannot be shown'],
    ['/new/chess', 'There is no such game'],
    ['/rules/chess', 'There is no such game'],
    ['/player/Nobody%20At%20All', 'nobody'],
    ['/nowhere/at/all', 'There is nothing here'],
  ]) {
    await c.page.goto(house.url + path);
    await c.page.getByText(new RegExp(words, 'i')).first().waitFor();
  }
  await leave(a, b, c);
});

test('a name that is taken asks for its password, and another name is let in', async () => {
  const a = await visitor(browser, house, 'Ann');
  await a.page.goto(`${house.url}/settings`);
  await a.page.locator('input[type=password]').fill('correct horse battery');
  await button(a.page, 'Protect the name').click();
  await a.page.getByText('The name is protected').waitFor();
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(house.url);
  await button(page, 'Choose a name').click();
  await page.locator('dialog input').fill(a.name);
  await button(page, 'Come in').click();
  await page.locator('dialog [role=alert]').waitFor();
  await page.locator('dialog input[type=password]').fill('wrong password');
  await button(page, 'Come in').click();
  await page.locator('dialog [role=alert]', { hasText: /not this name's password/ }).waitFor();
  await page.locator('dialog input').first().fill('Somebody Else Entirely');
  await page.locator('dialog input[type=password]').fill('');
  await button(page, 'Come in').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await context.close();
  await leave(a);
});

test('options out of range are refused by the form and by the house', async () => {
  const a = await visitor(browser, house, 'Ann');
  await a.page.goto(`${house.url}/new/obliteration`);
  await a.page.getByLabel('Columns').fill('400');
  await button(a.page, 'Open the table').click();
  assert.equal(await a.page.getByLabel('Columns').evaluate((it) => it.validity.rangeOverflow), true);
  assert.ok(a.page.url().endsWith('/new/obliteration'), 'no table was opened');
  // What a form cannot know is said by the house: three people need six columns.
  await a.page.getByLabel('Columns').fill('4');
  await a.page.getByLabel('Players', { exact: true }).fill('3');
  await button(a.page, 'Open the table').click();
  await a.page.locator('.toasts .wrong').waitFor();
  assert.match(await a.page.locator('.toasts .wrong').innerText(), /6|columns/i);
  await a.page.getByLabel('Columns').fill('8');
  await button(a.page, 'Open the table').click();
  await a.page.locator('.qr svg').waitFor();
  await a.page.goto(`${house.url}/new/coexistence`);
  await a.page.getByLabel('Axe').fill('0');
  await a.page.getByText('Together at least 12').waitFor();
  await button(a.page, 'Open the table').click();
  await a.page.locator('.toasts .wrong').waitFor();
  await leave(a);
});

test('messages of a newer house and broken ones do not stop the page', async () => {
  const a = await visitor(browser, house, 'Ann');
  await a.page.addInitScript(() => {
    const Real = globalThis.WebSocket;
    globalThis.WebSocket = class extends Real {
      set onmessage(hear) {
        globalThis.tell = (data) => hear({ data });
        super.onmessage = hear;
      }
    };
  });
  const id = await openTable(a, { game: 'coexistence', bots: ['beginner'] });
  await a.page.goto(`${house.url}/t/${id}`);
  await a.page.locator('.match [data-cell]').first().waitFor();
  await a.page.evaluate((match) => {
    for (const data of ['', 'nonsense', '[]', 'null', '42', '{}', '{"type":"from_the_future","x":1}', '{"type":"bye","reason":"test"}', JSON.stringify({ type: 'chat', match, line: { seq: 999, at_ms: 0, name: 'x', seat: null, text: 'still here' } })]) globalThis.tell(data);
  }, id);
  await a.page.locator('#tab-chat').click();
  await a.page.getByText('still here').waitFor();
  assert.equal(await a.page.locator('[data-cell]').count(), 12);
  await leave(a);
});
