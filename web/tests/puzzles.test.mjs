// Puzzles from a fresh profile: the day's puzzle solved and failed, a hint, giving up, a rating after taking a name.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { axe } from './axe.mjs';
import { leave, opened, visitor } from './house.mjs';

// A fixed day: a Monday, whose puzzle is one of Marelles.
const { house, browser } = await opened({ env: { STAGED_CHANCE: 'puzzles' } });

/** The lists as the program has them; a page never gets them. */
const LINES = new Map(
  readFileSync(new URL('../../crates/puzzles/data/marelles.txt', import.meta.url), 'utf8').split('\n').filter((it) => it !== '' && !it.startsWith('#')).map((it) => {
    const [, , , , position, line] = it.split('\t');
    return [createHash('sha256').update(`marelles ${position}`).digest('hex').slice(0, 8), line.split(';')];
  }),
);

async function stranger(options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const person = { page, context, name: 'stranger', wrong: [], told: [] };
  page.on('pageerror', (error) => person.wrong.push(String(error)));
  page.on('response', (answer) => {
    if (answer.url().includes('/api/v1/puzzles')) void answer.text().then((it) => person.told.push(it), () => undefined);
  });
  return person;
}

const open = async (page, path) => {
  await page.goto(house.url + path);
  await page.locator('.puzzles [data-cell]').first().waitFor();
  return LINES.get(await page.locator('.puzzles').getAttribute('data-id'));
};
const cell = (page, label) => page.locator(`[data-cell="${label}"]`);
const mood = (page, wanted) => page.locator(`.puzzles[data-mood="${wanted}"]`).waitFor();

/** One action with the mouse: from a point to a point, or a stone that is taken. */
async function act(page, action) {
  for (const label of action.replace('x', '').split('-')) await cell(page, label).click({ force: true });
}

/** Plays the solver's part of a line; the house answers. */
async function solve(page, line) {
  for (let at = 0; at < line.length; ) {
    await page.locator('.puzzles [data-cell].act').first().waitFor();
    await act(page, line[at]);
    at += 1;
    if (line[at]?.startsWith('x')) {
      await page.locator('.puzzles [data-cell].act').first().waitFor();
      await act(page, line[at]);
      at += 1;
    }
    // What the house plays comes by itself.
    if (at < line.length) {
      await page.waitForTimeout(300);
      at += 1;
      if (line[at]?.startsWith('x')) at += 1;
    }
  }
  await mood(page, 'solved');
}

/** A legal move that is not the right one. */
async function err(page, line) {
  const from = page.locator('.puzzles [data-cell].act');
  await from.first().waitFor();
  for (let i = 0; i < (await from.count()); i += 1) {
    const label = await from.nth(i).getAttribute('data-cell');
    if (line[0].startsWith(`${label}-`)) continue;
    await from.nth(i).click({ force: true });
    const to = page.locator('.puzzles [data-cell].act:has(.hint)');
    if ((await to.count()) > 0) return to.first().click({ force: true });
  }
  throw new Error('there is no wrong move');
}

test('a stranger finds the puzzle of the day on the front page and solves it', async () => {
  const person = await stranger();
  const { page } = person;
  await page.goto(house.url);
  await page.locator('a.daily').click();
  await page.locator('.puzzles [data-cell]').first().waitFor();
  const line = LINES.get(await page.locator('.puzzles').getAttribute('data-id'));
  assert.ok(line !== undefined);
  assert.match(await page.locator('h1').innerText(), /to move and (win|draw)/);
  await page.getByText('Choose a name, and what you solve counts.').waitFor();
  await axe(page, 'the puzzle of the day');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/puzzle-day.png` });
  await err(page, line);
  await mood(page, 'wrong');
  await page.getByText('Not this one. Try another.').waitFor();
  assert.ok(!person.told.some((it) => it.includes('"line"')), 'nobody is told the line before it is found');
  await solve(page, line);
  await page.getByText('Solved!').waitFor();
  await axe(page, 'a solved puzzle');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/puzzle-solved.png` });
  // On to the analysis board, at that position and with the line.
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await page.locator('.analyse [data-cell]').first().waitFor();
  assert.ok((await page.locator('.tree .row').count()) >= line.length);
  await leave(person);
});

test('with a name it counts: solved, failed, a hint, given up, and tried again', async () => {
  const ann = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' });
  const { page } = ann;
  await solve(page, await open(page, '/puzzles'));
  await page.locator('.streak .kept').waitFor();
  await page.getByText('1 day in a row').waitFor();
  assert.match(await page.locator('dd em').innerText(), /^\+\d+/);

  let line = await open(page, '/puzzles/marelles');
  const failed = await page.locator('.puzzles').getAttribute('data-id');
  await err(page, line);
  await mood(page, 'wrong');
  await page.locator('.sheet[data-state="failed"]').waitFor();
  assert.match(await page.locator('dd em').innerText(), /^-\d+/);
  await page.locator(`.missed a[href$="${failed}"]`).waitFor();

  line = await open(page, '/puzzles/marelles');
  assert.notEqual(await page.locator('.puzzles').getAttribute('data-id'), failed);
  const before = await page.locator('.puzzles [data-cell].act').count();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByText('It is one of the moves that are lit now.').waitFor();
  assert.ok((await page.locator('.puzzles [data-cell].act').count()) < before);
  await solve(page, line);
  await page.locator('.sheet[data-state="hinted"]').waitFor();

  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await mood(page, 'open');
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.getByRole('button', { name: 'Really give up?' }).click();
  await page.locator('.sheet[data-state="shown"]').waitFor();
  await page.getByText('This was the line.').waitFor();

  // What was missed is found in the end.
  await page.locator(`.missed a[href$="${failed}"]`).click();
  await page.locator(`.puzzles[data-id="${failed}"] [data-cell]`).first().waitFor();
  await solve(page, LINES.get(failed));
  await page.locator('.sheet[data-state="later"]').waitFor();
  await leave(ann);
});

test('on a phone, at night, in Chinese', async () => {
  const person = await stranger({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'zh-CN', hasTouch: true });
  const { page } = person;
  await open(page, '/puzzles');
  await axe(page, 'a puzzle on a phone');
  assert.match(await page.locator('h1').innerText(), /先走/);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/puzzle-phone.png`, fullPage: true });
  await leave(person);
});

test('every game has some, and the keyboard reaches everything', async () => {
  const person = await stranger();
  const { page } = person;
  for (const game of ['coexistence', 'obliteration', 'risk']) {
    await open(page, `/puzzles/${game}`);
    await axe(page, `a puzzle of ${game}`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/puzzle-${game}.png` });
    const show = page.getByRole('button', { name: 'Show me' });
    await show.focus();
    await page.keyboard.press('Enter');
    await page.getByText('This was the line.').waitFor();
  }
  await leave(person);
});
