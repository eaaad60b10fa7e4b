// A review speaks of moves as people do: units and towns by name, hexes with what they would bring, and the
// better move is on the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTable, opened, visitor } from './house.mjs';
import { dice } from './moves.mjs';
import { ask } from './screens.mjs';

const { house, browser } = await opened();

/** Some moves at random against a bot, then the end. */
async function lost(person, game, moves) {
  const id = await openTable(person, { game, bots: ['medium'] });
  const luck = dice(5);
  for (let n = 0; n < moves; ) {
    const now = await ask(person.page, `/matches/${id}`);
    if (now.outcome) break;
    if (!now.to_act.includes(now.seat)) {
      await person.page.waitForTimeout(30);
      continue;
    }
    await ask(person.page, `/matches/${id}/play`, { seq: now.seq, action: now.legal[Math.floor(luck() * now.legal.length)] });
    n += 1;
  }
  await ask(person.page, '/commands', { type: 'resign', match: id });
  return id;
}

const WORDS = {
  mars: /Better: .*(attacks|marches|trade places)/,
  obliteration: /Better: turn \d+,\d+: \+\d+/,
};

for (const [game, words] of Object.entries(WORDS)) {
  test(`${game}: the review names the better move in words and shows it`, async () => {
    const person = await visitor(browser, house, 'Ann');
    const { page } = person;
    const id = await lost(person, game, 20);
    await page.goto(`${house.url}/t/${id}`);
    await page.locator('#tab-replay').click();
    // The result has asked for it already, unless it was not looked at.
    const begin = page.getByRole('button', { name: 'Review the match' });
    await begin.or(page.locator('.turns, section progress')).first().waitFor();
    if (await begin.isVisible()) await begin.click();
    const line = page.locator('.turns button').filter({ hasText: words }).first();
    await line.waitFor({ timeout: 40_000 });
    const seq = Number((await line.innerText()).match(/(\d+)\./)[1]);
    await line.click();
    await page.locator('.pill', { hasText: 'earlier position' }).waitFor();
    assert.ok(seq > 0);
    assert.deepEqual(person.wrong, []);
    await person.context.close();
  });
}
