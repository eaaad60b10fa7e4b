// Getting on with each other: quick phrases, talk among those who look on, mute, block and report.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, leave, opened, openTable, visitor } from './house.mjs';

const { house, browser } = await opened();

const said = (page, text) => page.locator('section.chat p', { hasText: text });

async function three() {
  const a = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' });
  const b = await visitor(browser, house, 'Ben', { reducedMotion: 'reduce', locale: 'zh-CN' });
  const c = await visitor(browser, house, 'Cleo', { reducedMotion: 'reduce' });
  const id = await openTable(a, { game: 'marelles', seat: 0 });
  await a.page.goto(`${house.url}/t/${id}`);
  await b.page.goto(`${house.url}/t/${id}`);
  await b.page.locator('.card button.xl').click();
  await a.page.locator('.match [data-cell]').first().waitFor();
  await c.page.goto(`${house.url}/t/${id}`);
  for (const { page } of [a, b, c]) {
    await page.locator('.match [data-cell]').first().waitFor();
    await page.locator('#tab-chat').click();
  }
  return { id, a, b, c };
}

test('a quick phrase is read in the reader’s own language', async () => {
  const { a, b, c } = await three();
  await button(a.page, 'A fine mill!').click();
  await said(a.page, 'A fine mill!').waitFor();
  await said(b.page, '好一个三连！').waitFor();
  await leave(a, b, c);
});

test('those who look on talk among themselves until the end', async () => {
  const { a, b, c } = await three();
  await c.page.getByText('Those who play read this when the match is over.').waitFor();
  await c.page.getByLabel('Say something').fill('Black will win this');
  await c.page.keyboard.press('Enter');
  await said(c.page, 'Black will win this').waitFor();
  await a.page.getByLabel('Say something').fill('good luck to us');
  await a.page.keyboard.press('Enter');
  for (const { page } of [a, b, c]) await said(page, 'good luck to us').waitFor();
  for (const { page, frames } of [a, b]) {
    assert.equal(await said(page, 'Black will win this').count(), 0);
    assert.ok(!frames.some((it) => it.includes('Black will win')), 'it did not come to the page at all');
  }
  await button(a.page, 'Resign').click();
  await button(a.page, 'Really resign?').click();
  await a.page.getByRole('heading', { name: 'You lost' }).waitFor();
  await a.page.locator('#tab-chat').click();
  await said(a.page, 'Black will win this').waitFor();
  await leave(a, b, c);
});

test('somebody is muted, blocked and reported', async () => {
  const { a, b, c } = await three();
  await b.page.locator('section.chat input').fill('you are slow');
  await b.page.keyboard.press('Enter');
  await said(a.page, 'you are slow').getByRole('button').click();
  const dialog = a.page.locator('dialog');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await dialog.getByLabel(/What did/).fill('rude');
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await a.page.getByText('The report is with those who answer for the house.').waitFor();
  await dialog.getByRole('button', { name: 'Mute' }).click();
  await dialog.getByRole('button', { name: 'Muted: hear again' }).waitFor();
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await dialog.getByRole('button', { name: 'Blocked: lift' }).waitFor();
  await a.page.keyboard.press('Escape');
  await said(a.page, 'you are slow').waitFor({ state: 'detached' });
  await a.page.getByText(/Hidden lines of people you have muted: 1/).waitFor();
  // It holds after a reload: the house keeps it.
  await a.page.reload();
  await a.page.locator('#tab-chat').click();
  await a.page.getByText(/Hidden lines of people you have muted: 1/).waitFor();
  // Who is blocked cannot challenge.
  await b.page.goto(house.url);
  await b.page.getByRole('button', { name: `向 ${a.name} 挑战` }).click();
  await b.page.locator('dialog').getByRole('button', { name: '发出挑战' }).click();
  await b.page.getByText('你们中有一方屏蔽了另一方').waitFor();
  await leave(a, b, c);
});
