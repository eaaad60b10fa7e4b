// A person alone with a bot: hints during the match, the review after it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTable, opened, visitor } from './house.mjs';

const { house, browser } = await opened();

test('hints lead through a match against a bot, and it is reviewed', async () => {
  const ann = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce', deviceScaleFactor: 0.6 });
  const { page } = ann;
  const id = await openTable(ann, { game: 'marelles', bots: ['beginner'], options: { max_plies: 24 } });
  await page.goto(`${house.url}/t/${id}`);
  await page.locator('.match [data-cell]').first().waitFor();
  let hints = 0;
  for (;;) {
    const hint = page.getByRole('button', { name: 'Hint', exact: true });
    const end = page.locator('.end');
    await hint.or(end).first().waitFor();
    if (await end.isVisible()) break;
    // The match may end between two looks: then there is no button any more.
    if (!(await hint.isEnabled({ timeout: 1000 }).catch(() => false))) {
      await page.waitForTimeout(30);
      continue;
    }
    await hint.click();
    const play = page.getByRole('button', { name: 'Play it' });
    await play.waitFor();
    const seq = await page.locator('.match').getAttribute('data-seq');
    await play.click();
    await page.waitForFunction((before) => document.querySelector('.match')?.getAttribute('data-seq') !== before, seq);
    hints += 1;
  }
  assert.ok(hints >= 9, `only ${hints} hints`);
  await page.locator('#tab-replay').click();
  // The result has asked for it already, unless it was not looked at.
  const ask = page.getByRole('button', { name: 'Review the match' });
  if (await ask.isVisible()) await ask.click();
  const graph = page.getByRole('img', { name: 'The chances to win over the match' });
  await graph.waitFor({ timeout: 120_000 });
  // Coarse at first: a point for every position comes while one looks.
  await page.locator('.review progress, section progress').waitFor({ state: 'detached', timeout: 120_000 });
  const points = await graph.locator('polyline').first().getAttribute('points');
  const last = Number(await page.locator('.match').getAttribute('data-seq'));
  assert.equal(points.split(' ').length, last + 1, 'a point for every position');
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE, fullPage: true });
  assert.deepEqual(ann.wrong, []);
  await ann.context.close();
});
