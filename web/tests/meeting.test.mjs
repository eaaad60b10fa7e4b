// Finding each other: spoken codes, addresses that others can use, who is here, challenges.
import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { after, test } from 'node:test';
import { button, House, leave, opened, openTable, visitor } from './house.mjs';

const { house, browser } = await opened();
const open = new House({ everywhere: true });
after(() => open.close());
await open.open();

const playing = (page) => page.locator('.match [data-cell]').first().waitFor();
const codeOf = (page) => page.locator('[data-code]').getAttribute('data-code');

test('a code is said across the room and typed on the front page', async () => {
  const [a, b] = [await visitor(browser, house, 'Ann'), await visitor(browser, house, 'Ben')];
  const id = await openTable(a, { game: 'marelles', private: true });
  await a.page.goto(`${house.url}/t/${id}`);
  const code = await codeOf(a.page);
  assert.match(code, /^[A-Z]{5}$/);
  // Wrong letters are answered beside the field.
  await b.page.getByLabel(/code or a link/).fill('aaaaa');
  await button(b.page, 'Join').click();
  await b.page.getByText('No table has this code').waitFor();
  await b.page.getByLabel(/code or a link/).fill(` ${code.slice(0, 2).toLowerCase()} ${code.slice(2)}`);
  await b.page.keyboard.press('Enter');
  await button(b.page, 'Sit down and play').click();
  for (const { page } of [a, b]) await playing(page);
  await leave(a, b);
});

test('a code that has ended says so, at its own address too', async () => {
  const [a, b] = [await visitor(browser, house, 'Ann'), await visitor(browser, house, 'Ben')];
  const id = await openTable(a, { game: 'risk' });
  await a.page.goto(`${house.url}/t/${id}`);
  const code = await codeOf(a.page);
  // Opened on this machine, and the house listens on this machine only: it says so.
  await a.page.getByText('listens on this machine only').waitFor();
  await a.page.getByRole('button', { name: 'Leave the table' }).first().click();
  await b.page.goto(`${house.url}/t/${code}`);
  await b.page.getByText('That table is closed, or its match is over').waitFor();
  await leave(a, b);
});

test('link and QR code carry the address that others can reach', async () => {
  const lan = Object.values(networkInterfaces()).flat().filter((it) => it.family === 'IPv4' && !it.internal).map((it) => it.address);
  const a = await visitor(browser, open, 'Ann');
  const id = await openTable(a, { game: 'mars', private: true });
  await a.page.goto(`${open.url}/t/${id}`);
  const code = await codeOf(a.page);
  await a.page.locator('.qr svg').waitFor();
  const field = a.page.getByLabel('Invite link', { exact: true });
  if (lan.length === 0) {
    await a.page.getByText('listens on this machine only').waitFor();
    return leave(a);
  }
  await a.page.waitForFunction(() => !document.querySelector('.invite input').value.includes('127.0.0.1'));
  const link = new URL(`http://${await field.inputValue()}`);
  assert.ok(lan.includes(link.hostname), `${link} is none of ${lan}`);
  assert.equal(link.pathname, `/t/${code}`);
  assert.equal(await a.page.getByText('listens on this machine only').count(), 0);
  await a.page.getByText(/In a terminal: nc/).waitFor();
  // Somebody on another machine follows it, without a name.
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(String(link));
  await page.getByLabel('What shall we call you?').fill('Nell From Afar');
  await button(page, 'Sit down and play').click();
  await playing(page);
  await playing(a.page);
  await context.close();
  await leave(a);
});

test('a challenge reaches somebody anywhere on the page, is changed, and accepted', async () => {
  const [a, b] = [await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' }), await visitor(browser, house, 'Ben', { reducedMotion: 'reduce' })];
  await b.page.goto(`${house.url}/rules/mars`);
  await a.page.goto(house.url);
  await a.page.getByRole('button', { name: `Challenge ${b.name}` }).click();
  const dialog = a.page.locator('dialog');
  await dialog.getByLabel('Game').selectOption('marelles');
  await dialog.getByRole('button', { name: 'Ivory' }).click();
  await dialog.getByRole('button', { name: 'Send the challenge' }).click();
  await a.page.getByText(`Waiting for ${b.name} to answer.`).waitFor();
  const notice = b.page.locator('[data-challenge]');
  await notice.getByText(`${a.name} challenges you: Marelles`).waitFor();
  await notice.getByText('Your side: Slate').waitFor();
  // Ben would rather play something else.
  await notice.getByRole('button', { name: 'Other terms' }).click();
  await b.page.locator('dialog').getByLabel('Game').selectOption('coexistence');
  await b.page.locator('dialog').getByRole('button', { name: 'Send the challenge' }).click();
  const back = a.page.locator('[data-challenge]');
  await back.getByText(`${b.name} challenges you: CoExistence`).waitFor();
  await a.page.getByText(/proposes something else in place of Marelles/).waitFor();
  await back.getByRole('button', { name: 'Accept' }).click();
  for (const { page } of [a, b]) await playing(page);
  assert.equal(a.page.url(), b.page.url());
  await button(a.page, 'Resign').click();
  await button(a.page, 'Really resign?').click();
  await a.page.getByRole('heading', { name: 'You lost' }).waitFor();
  // They have played: the tally stands beside the name.
  await a.page.goto(house.url);
  await a.page.getByRole('button', { name: `Challenge ${b.name}` }).getByText('0 : 1', { exact: true }).waitFor();
  await leave(a, b);
});

test('a challenge is declined, in Chinese', async () => {
  const [a, b] = [await visitor(browser, house, 'Ann'), await visitor(browser, house, 'Ben', { locale: 'zh-CN' })];
  await a.page.goto(house.url);
  await a.page.getByRole('button', { name: `Challenge ${b.name}` }).click();
  await a.page.locator('dialog').getByRole('button', { name: 'Send the challenge' }).click();
  await b.page.locator('[data-challenge]').getByRole('button', { name: '谢绝' }).click();
  await a.page.getByText(`${b.name} does not want to play`).waitFor();
  await b.page.locator('[data-challenge]').waitFor({ state: 'detached' });
  await a.page.waitForURL(`${house.url}/`);
  await leave(a, b);
});
