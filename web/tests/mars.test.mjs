// Operation Mars as a person plays it: click, drag, keyboard and touch, previews, marks, sizes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTable, opened, visitor } from './house.mjs';

const { house, browser } = await opened();

const seq = (page) => page.locator('.match').getAttribute('data-seq').then(Number);
const further = (page, than) => page.waitForFunction((n) => Number(document.querySelector('.match')?.getAttribute('data-seq')) > n, than);
const myTurn = (page) => page.locator('.pill.turn').waitFor();
const view = (page) => page.evaluate((path) => fetch(path).then((it) => it.json()), `/api/v1${new URL(page.url()).pathname.replace('/t/', '/matches/')}`);
const cell = (page, at) => page.locator(`[data-cell="${at}"]`);

async function sit(options = {}, table = {}) {
  const person = await visitor(browser, house, 'Ann', options);
  const id = await openTable(person, { game: 'mars', bots: ['beginner'], ...table });
  await person.page.goto(`${house.url}/t/${id}`);
  await person.page.locator('[data-cell].act').first().waitFor();
  return { ...person, id };
}

test('click, drag and keyboard give the same order, and the last action is marked at both ends', async () => {
  const { page, wrong, context } = await sit();
  // Click: the 5th Tank Corps marches or trades places.
  await cell(page, '8,6').click();
  assert.ok(await cell(page, '9,6').evaluate((it) => it.classList.contains('target')), 'targets appear');
  let before = await seq(page);
  await cell(page, '9,6').click();
  await further(page, before);
  await page.locator('[data-mark=last]').nth(1).waitFor({ state: 'attached' });
  await myTurn(page);
  // Drag: back again.
  before = await seq(page);
  const [from, to] = await Promise.all([cell(page, '9,6').boundingBox(), cell(page, '8,6').boundingBox()]);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await further(page, before);
  const { view: after } = await view(page);
  assert.ok(after.units.some((it) => it.id === 'S40' && it.at.join() === '8,6'), 'the dragged unit arrived');
  await myTurn(page);
  // Keyboard: choose, walk to a neighbour, act.
  before = await seq(page);
  await cell(page, '8,6').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await further(page, before);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('pointing at an enemy shows what both would lose; the note never stays behind', async () => {
  const { page, wrong, context } = await sit();
  await cell(page, '5,1').click();
  await cell(page, '5,2').hover();
  await page.locator('.note .odds').waitFor();
  const text = await page.locator('.note').innerText();
  assert.match(text, /Strike Rzhev/);
  assert.match(text, /% to destroy/);
  assert.match(text, /Town: enemy −15/);
  const before = await seq(page);
  await cell(page, '5,2').click();
  await further(page, before);
  await page.locator('.note .odds').waitFor({ state: 'detached' });
  // The tooltip says what the position says, after the battle, too.
  await myTurn(page);
  await page.mouse.move(2, 2);
  await cell(page, '5,2').hover();
  const { view: now } = await view(page);
  const unit = now.units.find((it) => it.at.join() === '5,2');
  await page.locator('.note', { hasText: `Health: ${unit.health}` }).waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test('one key repeats the last attack', async () => {
  const { page, context } = await sit();
  await cell(page, '1,2').click();
  let before = await seq(page);
  await cell(page, '1,3').click();
  await further(page, before);
  await myTurn(page);
  // Both may have fallen; usually they have not.
  if ((await page.locator('[data-again]').count()) === 0) return context.close();
  before = await seq(page);
  await page.keyboard.press('r');
  await further(page, before);
  const { view: now } = await view(page);
  assert.ok(now.done > 2);
  await context.close();
});

test('a phone: a tap opens the card and brings the map closer, a fight is looked at before it is ordered', async () => {
  const { page, wrong, context } = await sit({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, reducedMotion: 'reduce' });
  await page.locator('[data-skip-guide]').tap();
  await cell(page, '5,1').tap();
  await page.locator('.unit .name', { hasText: '11th Cavalry Division' }).waitFor();
  // The map comes closer with the next frame.
  let box = await cell(page, '5,2').boundingBox();
  for (let i = 0; i < 60 && box.width < 40; i += 1) {
    await page.waitForTimeout(50);
    box = await cell(page, '5,2').boundingBox();
  }
  assert.ok(box.width >= 40 && box.height >= 40, `targets of ${box.width} by ${box.height}`);
  const before = await seq(page);
  await cell(page, '5,2').tap();
  await page.locator('.below .odds', { hasText: 'Strike Rzhev' }).waitFor();
  assert.equal(await seq(page), before, 'nothing was ordered yet');
  const strike = page.getByRole('button', { name: 'Strike', exact: true });
  assert.ok((await strike.boundingBox()).height >= 40);
  await strike.tap();
  await further(page, before);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('map and panels fit their stage without scrolling, at every size', async () => {
  const { page, context } = await sit({ reducedMotion: 'reduce' });
  for (const [width, height] of [[1366, 768], [1920, 1080], [1024, 768], [390, 844], [844, 390]]) {
    await page.setViewportSize({ width, height });
    const fits = page.waitForFunction((what) => {
      const stage = document.querySelector('.stage');
      const [inner, box] = [document.querySelector(what).getBoundingClientRect(), stage.getBoundingClientRect()];
      const scrolls = stage.scrollHeight > stage.clientHeight + 1 || stage.scrollWidth > stage.clientWidth + 1;
      return !scrolls && inner.width > 150 && inner.left >= box.left - 1 && inner.right <= box.right + 1 && inner.top >= box.top - 1 && inner.bottom <= box.bottom + 1;
    }, '.map');
    await assert.doesNotReject(fits, `${width} by ${height}`);
  }
  await context.close();
});

test('the menu: notices of hosting, joining twice and a wrong address; Quit closes and is silent', async () => {
  const { page, wrong, context } = await visitor(browser, house, 'Ann');
  await page.goto(`${house.url}/menu/mars`);
  const press = (name) => page.getByRole('button', { name, exact: true }).click();
  const notice = async (title) => {
    await page.getByRole('heading', { name: title }).waitFor();
    const link = await page.locator('dialog input[readonly]').inputValue().catch(() => null);
    await press('OK');
    return link;
  };
  const join = async (text) => {
    await press('Join Game');
    await page.locator('dialog input').fill(text);
    await page.locator('dialog button.main').click();
  };
  await join('nosuchgame00');
  await notice('Connection Failed');
  await press('Host Game');
  page.setDefaultTimeout(15_000);
  const link = await notice('Game Hosted');
  assert.match(link, /\/t\/\w+\?invite=/);
  await press('Host Game');
  await notice('Game Already Hosted');
  await join('');
  await page.waitForURL(/\/t\//);
  await page.goto(`${house.url}/menu/mars`);
  await join(link);
  await notice('Game Already Joined');
  await press('Quit');
  await page.getByRole('heading', { name: 'Until the next operation' }).waitFor();
  await press('Back to the menu');
  await page.getByRole('button', { name: 'Music' }).click();
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('parlor.settings')).music), false, 'off with one click, and remembered');
  assert.deepEqual(wrong, []);
  await context.close();
});

test('names of units and towns are Chinese where the page is', async () => {
  const { page, context } = await sit({ locale: 'zh-CN', reducedMotion: 'reduce' });
  await page.locator('[lang="zh-CN"]').first().waitFor();
  const labels = await page.locator('[data-cell]').evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')).join('\n'));
  assert.match(labels, /勒热夫 10/);
  assert.deepEqual(labels.match(/[A-Za-z]{3,}/g) ?? [], []);
  await context.close();
});
