// The analysis board: from a lost match to the move that lost it, the other one tried, its verdict, and on from there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { axe } from './axe.mjs';
import { House, PROGRAM, launch, openTable, visitor } from './house.mjs';

// The tables are found when the house opens.
const house = new House();
execFileSync(PROGRAM, ['tables', 'marelles', '--up-to', '3-3', '--dir', `${house.folder}/data/tables`], { stdio: 'ignore' });
const browser = await launch();
after(async () => {
  await browser.close();
  await house.close();
});
await house.open();

/** Plays by the API until somebody could say what went wrong, and gives up. */
async function lose(ann, game, moves) {
  const id = await openTable(ann, { game, bots: ['hard'] });
  await ann.page.evaluate(async ([match, most]) => {
    const ask = async (path, body) => (await fetch(`/api/v1/matches/${match}${path}`, body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
    for (let n = 0; n < 4000; n += 1) {
      const now = await ask('');
      if (now.outcome !== null || now.seq >= most) break;
      if (now.to_act.includes(now.seat)) await ask('/play', { seq: now.seq, action: now.legal[(now.seq * 7) % now.legal.length] });
      else await new Promise((next) => setTimeout(next, 40));
    }
  }, [id, moves]);
  return id;
}

test('whoever lost sees the move, tries the other one and plays on from there', async () => {
  const ann = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' });
  const { page } = ann;
  const id = await lose(ann, 'marelles', 30);
  await page.goto(`${house.url}/t/${id}`);
  await page.locator('.match [data-cell]').first().waitFor();
  if ((await page.locator('.end').count()) === 0) {
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.getByRole('button', { name: 'Really resign?' }).click();
  }
  await page.locator('.end').waitFor();
  await page.locator('#tab-replay').click();
  const ask = page.getByRole('button', { name: 'Review the match' });
  if (await ask.isVisible()) await ask.click();
  const mistake = page.locator('.turns a.study').first();
  await mistake.waitFor({ timeout: 120_000 });
  await mistake.click();

  // The board at the position before the mistake, with the better line as a branch.
  await page.locator('.analyse [data-cell]').first().waitFor();
  await page.locator('.tree .row', { hasText: 'What should I have played' }).waitFor();
  const seq = Number(await page.locator('.analyse').getAttribute('data-seq'));
  assert.ok(seq > 0);
  const first = page.locator('.verdicts ol button').first();
  await page.locator('.verdicts ol .first').waitFor({ timeout: 60_000 });
  assert.match(await first.locator('.worth').innerText(), /%|wins|draw|loses/);
  assert.ok((await page.locator('.verdicts ol .played').count()) > 0, 'what was played stands among the moves');
  await axe(page, 'the analysis board');
  await first.click();
  await page.waitForFunction((before) => Number(document.querySelector('.analyse')?.getAttribute('data-seq')) > before, seq);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.analyse')?.getAttribute('data-seq') === '0');
  await page.keyboard.press('End');
  await page.waitForFunction((before) => Number(document.querySelector('.analyse')?.getAttribute('data-seq')) > before, seq);
  await page.locator('.tree .row', { hasText: 'What should I have played' }).click();
  await page.waitForFunction((after) => Number(document.querySelector('.analyse')?.getAttribute('data-seq')) === after, seq + 1);
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });

  // The link holds the whole tree.
  const rows = await page.locator('.tree .row').count();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.waitForFunction(() => location.hash.startsWith('#tree='));
  const shared = page.url();
  const eve = await browser.newContext({ locale: 'en-GB' });
  const other = await eve.newPage();
  await other.goto(shared);
  await other.locator('.tree .row').nth(rows - 1).waitFor();
  assert.equal(await other.locator('.tree .row').count(), rows);
  await eve.close();

  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.waitForURL(/\/t\//);
  await page.locator('.match [data-cell]').first().waitFor();
  const table = await page.evaluate(async () => (await fetch(`/api/v1/tables/${location.pathname.slice(3)}`)).json());
  assert.equal(table.position, true);
  assert.equal(table.rated, false);
  assert.deepEqual(ann.wrong, []);
  assert.deepEqual(ann.foreign, []);
  await ann.context.close();
});

test('a position set up by hand is judged by the tables', async () => {
  const ben = await visitor(browser, house, 'Ben', { reducedMotion: 'reduce' });
  const { page } = ben;
  await page.goto(`${house.url}/analyse/marelles`);
  await page.locator('.analyse [data-cell]').first().waitFor();
  await page.getByRole('button', { name: 'Set up a position' }).click();
  const dialog = page.locator('dialog');
  for (const [at, times] of [['A1', 1], ['A4', 1], ['G7', 1], ['B2', 2], ['D3', 2], ['F6', 2]]) for (let n = 0; n < times; n += 1) await dialog.locator(`[data-cell=${at}]`).click();
  await dialog.getByLabel('In hand: slate').fill('9');
  await dialog.getByLabel('In hand: ivory').fill('2');
  await dialog.getByRole('button', { name: 'Study it' }).click();
  await page.locator('.toasts button').first().waitFor();
  await dialog.getByLabel('In hand: slate').fill('0');
  await dialog.getByLabel('In hand: ivory').fill('0');
  await dialog.getByRole('button', { name: 'Study it' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Black flies to A7, closes the row and takes the third last stone.
  await page.locator('.verdicts h2', { hasText: /wins/ }).waitFor({ timeout: 60_000 });
  const best = page.locator('.verdicts ol button').first();
  assert.match(await best.innerText(), /G7-A7x\w\d[\s\S]*wins in 1/);
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE.replace('.png', '-tables.png') });
  assert.deepEqual(ben.wrong, []);
  await ben.context.close();
});

test('every game has a board to study, on the phone and in the dark, too', async () => {
  for (const [game, options] of [['marelles', {}], ['obliteration', { colorScheme: 'dark' }], ['coexistence', {}], ['risk', { colorScheme: 'dark' }], ['mars', {}]]) {
    const cleo = await visitor(browser, house, 'Cleo', { reducedMotion: 'reduce', ...options });
    await cleo.page.goto(`${house.url}/analyse/${game}`);
    await cleo.page.locator('.verdicts ol button').first().waitFor({ timeout: 60_000 });
    if (process.env.PICTURE) await cleo.page.screenshot({ path: process.env.PICTURE.replace('.png', `-${game}.png`) });
    await cleo.page.locator('.verdicts ol button').first().click();
    await cleo.page.waitForFunction(() => document.querySelector('.analyse')?.getAttribute('data-seq') === '1');
    await cleo.page.setViewportSize({ width: 390, height: 844 });
    await cleo.page.getByRole('tab', { name: 'Tree' }).click();
    await cleo.page.locator('.tree .row').nth(1).waitFor();
    const wide = await cleo.page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
    assert.ok(!wide, `${game}: wider than the phone`);
    if (process.env.PICTURE) await cleo.page.screenshot({ path: process.env.PICTURE.replace('.png', `-${game}-phone.png`) });
    assert.deepEqual(cleo.wrong, [], game);
    await cleo.context.close();
  }
});

test('records come and go as files, and what is none is refused', async () => {
  const dan = await visitor(browser, house, 'Dan', { reducedMotion: 'reduce' });
  const { page } = dan;
  const id = await lose(dan, 'coexistence', 4000);
  const record = await page.evaluate(async (match) => (await fetch(`/api/v1/matches/${match}/record`)).text(), id);
  await page.goto(`${house.url}/analyse/coexistence`);
  await page.locator('.verdicts ol button').first().waitFor();
  const paste = async (text) => {
    await page.getByRole('button', { name: 'Paste a record' }).click();
    await page.locator('dialog textarea').fill(text);
    await page.locator('dialog').getByRole('button', { name: 'Study it' }).click();
  };
  await paste('nonsense');
  await page.locator('.toasts button').first().waitFor();
  await page.locator('dialog').getByRole('button', { name: 'Close' }).click();
  await paste(record);
  await page.locator('dialog').waitFor({ state: 'detached' });
  const rows = await page.locator('.tree .row').count();
  assert.ok(rows > 3, `${rows} rows`);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
  await page.getByRole('button', { name: 'New board' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.tree .row').length === 1);
  await page.getByRole('button', { name: 'Paste a record' }).click();
  await page.locator('dialog input[type=file]').setInputFiles(await file.path());
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.tree .row').count(), rows);
  assert.deepEqual(dan.wrong, []);
  await dan.context.close();
});
