// One's name: taken along to a phone, kept by a phrase, offered after the first won game, ended elsewhere, and found again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe } from './axe.mjs';
import { openTable, opened, visitor } from './house.mjs';
import { ask } from './screens.mjs';
import { fine, sitDown } from './seated.mjs';

const { house, browser } = await opened();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-GB', userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36' };

/** A device that knows nobody yet. */
async function device(options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  return { context, page, wrong };
}

const signedIn = (page, name) => page.locator(`header .me[title="${name}"]`).waitFor();

/** Somebody who wants to come in under a name. */
async function knock(page, name) {
  await page.goto(house.url);
  await page.getByRole('button', { name: 'Choose a name' }).click();
  const dialog = page.locator('dialog');
  await dialog.locator('input').first().fill(name);
  await dialog.locator('button.main').click();
  return dialog;
}

test('a link takes the name to the phone, once; there it plays on, and Settings end it', async () => {
  const ann = await visitor(browser, house, 'Ann');
  const { page } = ann;
  const id = await openTable(ann, { game: 'marelles', bots: ['beginner'] });
  await page.goto(`${house.url}/settings`);
  await page.getByRole('button', { name: 'Show a link and QR code' }).click();
  await page.locator('.qr svg').waitFor();
  const link = await page.getByLabel('Link for another device').inputValue();
  assert.ok(link.startsWith(`${house.url}/use#`), link);
  await axe(page, 'settings with a link');

  const phone = await device(PHONE);
  await phone.page.goto(link);
  await axe(phone.page, 'use this name');
  await phone.page.getByRole('button', { name: 'Use the name here' }).click();
  await signedIn(phone.page, ann.name);
  // The same person: the same games, at the same board.
  await phone.page.goto(`${house.url}/t/${id}`);
  await phone.page.locator('[data-cell=D6].act').click();
  await phone.page.locator('.match[data-seq]:not([data-seq="0"])').waitFor();
  // The link is used up, and says so.
  const other = await device();
  await other.page.goto(link);
  await other.page.getByRole('button', { name: 'Use the name here' }).click();
  await other.page.getByRole('alert').waitFor();
  assert.equal(await other.page.locator('header .me').count(), 0);

  // Both devices stand in the list; the laptop ends the phone's session, and its page notices at once.
  await page.reload();
  const devices = page.locator('li', { has: page.locator('b') }).filter({ hasText: /this device|used/ });
  await devices.filter({ hasText: 'this device' }).waitFor();
  const theirs = devices.filter({ hasText: /Android/ });
  await theirs.getByRole('button', { name: 'Sign out' }).click();
  await theirs.waitFor({ state: 'detached' });
  await phone.page.getByText(/session has ended|signed out/i).first().waitFor();
  await phone.page.goto(house.url);
  await phone.page.getByRole('button', { name: 'Choose a name' }).waitFor();
  await page.reload();
  await signedIn(page, ann.name);
  fine(ann);
  for (const it of [phone, other]) {
    assert.deepEqual(it.wrong, []);
    await it.context.close();
  }
  await ann.context.close();
});

test('after the first won game a phrase is offered; it brings the name back where the cookie is lost', async () => {
  const { host, guest, watcher } = await sitDown(browser, house, 'marelles', {});
  await guest.page.getByRole('button', { name: 'Resign' }).click();
  await guest.page.getByRole('button', { name: 'Really resign?' }).click();
  const keep = host.page.locator('.keep');
  await keep.getByText(`Well played, ${host.name}. Keep that name?`).waitFor();
  assert.equal(await guest.page.locator('.keep').count(), 0, 'only whoever won is asked');
  await keep.getByRole('button', { name: 'Make me a recovery phrase' }).click();
  const phrase = (await keep.getByLabel('Your recovery phrase').innerText()).replace(/\s+/g, ' ').trim();
  assert.equal(phrase.split(' ').length, 7, phrase);
  await axe(host.page, 'phrase after a won game');
  await keep.getByRole('button', { name: 'I have it' }).click();
  await keep.waitFor({ state: 'detached' });
  // Once is enough.
  await host.page.reload();
  await host.page.locator('.end').waitFor();
  assert.equal(await host.page.locator('.keep').count(), 0);
  fine(host, guest, watcher);

  // The cookie is lost: the name is not free, and the way back stands there.
  await host.context.clearCookies();
  const fresh = await device();
  const dialog = await knock(fresh.page, host.name);
  await dialog.getByText('Is this name yours?').waitFor();
  await dialog.getByRole('button', { name: 'I have a recovery phrase' }).click();
  await dialog.getByLabel('Recovery phrase').fill('these are seven words of another name');
  await dialog.getByRole('button', { name: 'Bring my name back' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'check every word' }).waitFor();
  await axe(fresh.page, 'way back');
  await dialog.getByLabel('Recovery phrase').fill(`  ${phrase.toUpperCase()} `);
  await dialog.getByRole('button', { name: 'Bring my name back' }).click();
  await signedIn(fresh.page, host.name);
  const { finished } = await ask(fresh.page, '/me/games');
  assert.equal(finished.length, 1, 'with all that belongs to it');
  assert.deepEqual(fresh.wrong, []);
  await Promise.all([host, guest, watcher, fresh].map((it) => it.context.close()));
});

test('whoever was refused a name and has no phrase reads how to come back; a password stays a password', async () => {
  const ann = await visitor(browser, house, 'Ann');
  const stranger = await device();
  const dialog = await knock(stranger.page, ann.name);
  await dialog.getByText('Is this name yours?').waitFor();
  await dialog.getByText(/take it along from Settings/).waitFor();
  // Another name is as good as ever.
  await dialog.locator('input').first().fill(`${ann.name} Other`);
  await dialog.locator('button.main').click();
  await signedIn(stranger.page, `${ann.name} Other`);
  await ask(ann.page, '/me/password', { new: 'a long password of mine' });
  const again = await device();
  const asked = await knock(again.page, ann.name);
  await asked.getByLabel('Password of this name').fill('a long password of mine');
  await asked.locator('button.main').click();
  await signedIn(again.page, ann.name);
  for (const it of [stranger, again]) assert.deepEqual(it.wrong, []);
  await Promise.all([ann, stranger, again].map((it) => it.context.close()));
});
