// Who is among the best: those with a rating that is no guess, and nobody for resigning.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTable, opened, visitor } from './house.mjs';
import { ask } from './screens.mjs';

const { house, browser } = await opened();

/** A rated match that the guest resigns. */
async function resigned(host, guest) {
  const id = await openTable(host, { game: 'marelles', rated: true });
  await ask(guest.page, '/commands', { type: 'join', table: id });
  await ask(guest.page, '/commands', { type: 'resign', match: id });
}

test('rated players with enough games are ranked, a winner above those who resign, and nobody else', async () => {
  const ann = await visitor(browser, house, 'Ann');
  const bea = await visitor(browser, house, 'Bea');
  const once = await visitor(browser, house, 'Cleo');
  for (let n = 0; n < 7; n += 1) await resigned(ann, bea);
  await resigned(once, bea);
  const { page } = ann;
  await page.goto(`${house.url}/top/marelles`);
  const names = page.locator('tbody tr td:nth-child(2)');
  await names.nth(1).waitFor();
  assert.deepEqual(await names.allInnerTexts(), [ann.name, bea.name], 'one won game is no rating yet');
  const rows = await page.locator('tbody tr').allInnerTexts();
  assert.match(rows[0], /\b7\s+7\s+0\s+0$/, rows[0]);
  assert.match(rows[1], /\b8\s+0\s+0\s+8$/, rows[1]);
  // Whoever resigns has not run away.
  const { records } = await ask(page, `/players/${encodeURIComponent(bea.name)}`);
  assert.equal(records[0].ran_away, 0);
  assert.deepEqual([...ann.wrong, ...bea.wrong], []);
  await Promise.all([ann, bea, once].map((it) => it.context.close()));
});
