// First visits, each from a profile of its own: naming oneself is part of what one came to do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTable, opened, visitor } from './house.mjs';

const { house, browser } = await opened();

/** Far away and thin: each request takes most of a second, the socket's messages too. */
const SLOW = { offline: false, latency: 350, downloadThroughput: 60_000, uploadThroughput: 30_000 };
const NETWORKS = [['a fast network', null], ['a slow network', SLOW]];

/** Somebody who was never here. */
async function stranger(network, options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1366, height: 768 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  if (network !== null) {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', network);
  }
  return {
    page, context,
    async leave() {
      assert.deepEqual(wrong, [], 'errors on the page');
      assert.equal(await page.locator('.toasts .wrong').count(), 0, 'a complaint is shown');
      await context.close();
    },
  };
}

const later = (page) => page.locator('dialog').getByRole('button', { name: 'Later' }).click();
async function quick(page, id) {
  await game(page, id).getByRole('button', { name: /More ways/ }).click();
  await game(page, id).getByRole('button', { name: 'Quick match' }).click();
  await page.getByRole('button', { name: 'Find somebody' }).click();
}
const game = (page, id) => page.locator(`article[data-game=${id}]`);
let count = 0;
async function name(page) {
  count += 1;
  const dialog = page.locator('dialog');
  await dialog.locator('input').first().fill(`Nell ${'abcdefghijklmnop'[count]}`);
  await dialog.locator('button.main').click();
  await dialog.waitFor({ state: 'detached' });
}
const playing = (page) => page.locator('.match [data-cell]').first().waitFor();

for (const [words, network] of NETWORKS) {
  test(`an invited friend joins under a new name on ${words}`, async () => {
    const host = await visitor(browser, house, 'Ann');
    const id = await openTable(host, { game: 'marelles', private: true });
    await host.page.goto(`${house.url}/t/${id}`);
    const link = await host.page.getByLabel('Invite link', { exact: true }).inputValue();
    const friend = await stranger(network);
    const before = Date.now();
    await friend.page.goto(`http://${link}`);
    await friend.page.getByLabel('What shall we call you?').fill('Nell Friend ' + (network === null ? 'Fast' : 'Slow'));
    await friend.page.getByRole('button', { name: 'Sit down and play' }).click();
    await playing(friend.page);
    assert.ok(Date.now() - before < 10_000, `playing after ${Date.now() - before} ms`);
    await playing(host.page);
    await friend.leave();
    await host.context.close();
  });

  test(`the first game against the computer begins with a name on ${words}`, async () => {
    const { page, leave } = await stranger(network);
    await page.goto(house.url);
    await game(page, 'coexistence').locator('button.go').click();
    await later(page);
    await game(page, 'coexistence').locator('button.go').click();
    await name(page);
    await playing(page);
    await leave();
  });

  test(`a quick match waits under a new name on ${words}`, async () => {
    const { page, leave } = await stranger(network);
    await page.goto(house.url);
    await quick(page, 'obliteration');
    await later(page);
    await quick(page, 'obliteration');
    await name(page);
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    const second = await stranger(network);
    await second.page.goto(house.url);
    await quick(second.page, 'obliteration');
    await name(second.page);
    await playing(second.page);
    await playing(page);
    await second.leave();
    await leave();
  });
}

test('a name that is taken asks on, and the wish is kept', async () => {
  const taken = await visitor(browser, house, 'Ann');
  const { page, leave } = await stranger(null);
  await page.goto(house.url);
  await game(page, 'marelles').locator('button.go').click();
  const dialog = page.locator('dialog');
  await dialog.locator('input').first().fill(taken.name);
  await dialog.locator('button.main').click();
  await dialog.getByRole('alert').waitFor();
  await name(page);
  await playing(page);
  await leave();
  await taken.context.close();
});

test('a password is set without being thrown out', async () => {
  const { page, context, name: who } = await visitor(browser, house, 'Ann');
  await page.goto(`${house.url}/settings`);
  await page.locator('input[type=password]').fill('a long password');
  await page.getByRole('button', { name: 'Protect' }).click();
  await page.getByText('The name is protected').waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.toasts .wrong').count(), 0);
  await page.locator('header .me').waitFor();
  await page.reload();
  assert.equal(await page.locator('header .me span').innerText(), who);
  await context.close();
});
