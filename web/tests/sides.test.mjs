// Who sits where: sides are chosen on the front page, at the table and by guests, and change with a rematch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, leave, opened, openTable, visitor } from './house.mjs';

const { house, browser } = await opened();

const ways = async (page, game) => {
  const card = page.locator(`article[data-game=${game}]`);
  await card.getByRole('button', { name: /More ways/ }).click();
  return card;
};

test('against the computer one may be second, and it is remembered', async () => {
  const a = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' });
  const card = await ways(a.page, 'marelles');
  assert.equal(await button(card, 'Slate').getAttribute('aria-pressed'), 'true', 'whoever has never chosen begins');
  await button(card, 'Ivory').click();
  await button(card, 'Play the computer').click();
  // The computer begins.
  await a.page.locator('.match[data-seq="1"]').waitFor();
  await a.page.locator('.pill.turn').waitFor();
  await a.page.goto(house.url);
  const again = await ways(a.page, 'marelles');
  assert.equal(await button(again, 'Ivory').getAttribute('aria-pressed'), 'true');
  await leave(a);
});

test('Mars says in one line what each side has to do', async () => {
  const a = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' });
  const card = await ways(a.page, 'mars');
  await button(card, 'Germans').click();
  await card.getByText('Defend: you hold 55 of 70 points').waitFor();
  await button(card, 'Soviets').click();
  await card.getByText('Attack: you have 15 of 70 points').waitFor();
  await a.page.keyboard.press('Escape');
  // CoExistence draws lots by its rules: there is nothing to choose.
  const other = await ways(a.page, 'coexistence');
  assert.equal(await other.locator('[data-side]').count(), 0);
  await leave(a);
});

test('a guest chooses the side the host left open, and a rematch changes sides', async () => {
  const [a, b] = [await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' }), await visitor(browser, house, 'Ben', { reducedMotion: 'reduce', locale: 'zh-CN' })];
  const id = await openTable(a, { game: 'marelles', seat: 0 });
  await a.page.goto(`${house.url}/t/${id}`);
  await b.page.goto(`${house.url}/t/${id}`);
  // What the host has chosen cannot be had; when the host leaves it to the lot, it can.
  await b.page.locator('.card [data-side=black]:disabled').waitFor();
  assert.equal(await b.page.locator('.card [data-side=white]').getAttribute('aria-pressed'), 'true');
  await a.page.locator('.column [data-side=random]').click();
  await a.page.locator('.column [data-side=random][aria-pressed=true]').waitFor();
  await b.page.locator('.card [data-side=black]:enabled').click();
  await b.page.getByText('先行', { exact: true }).waitFor();
  await b.page.locator('.card button.xl').click();
  for (const { page } of [a, b]) await page.locator('.match [data-cell]').first().waitFor();
  await b.page.locator('.pill.turn').waitFor();
  assert.equal(await a.page.locator('.pill.turn').count(), 0, 'the guest begins');
  await button(a.page, 'Resign').click();
  await button(a.page, 'Really resign?').click();
  await button(a.page, 'Rematch').click();
  await b.page.getByRole('button', { name: /加入|再来/ }).first().click();
  for (const { page } of [a, b]) await page.waitForURL((url) => !url.pathname.endsWith(id));
  await a.page.locator('.pill.turn').waitFor();
  await leave(a, b);
});

test('people change places at a table of three', async () => {
  const [a, b] = [await visitor(browser, house, 'Ann'), await visitor(browser, house, 'Ben')];
  const id = await openTable(a, { game: 'obliteration', seats: 3, seat: 0 });
  await a.page.goto(`${house.url}/t/${id}`);
  await b.page.goto(`${house.url}/t/${id}`);
  await b.page.locator('.card [data-side=second]').click();
  await button(b.page, 'Sit down and play').click();
  const chair = (page, i) => page.locator('.column ol li').nth(i);
  await chair(a.page, 1).getByText(b.name).waitFor();
  // Ann asks, Ben agrees.
  await a.page.locator('.column [data-side=second]').click();
  await a.page.getByText('Asked to change places').waitFor();
  await b.page.getByText(`${a.name} would like to change places with you.`).waitFor();
  await button(b.page, 'Change places').click();
  await chair(a.page, 0).getByText(b.name).waitFor();
  await chair(b.page, 1).getByText(a.name).waitFor();
  // A free chair is simply taken.
  await chair(b.page, 2).getByRole('button', { name: 'Sit here' }).click();
  await chair(a.page, 2).getByText(b.name).waitFor();
  await leave(a, b);
});
