// Each game: two pages play a whole match by clicking while a third one watches.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened } from './house.mjs';
import { fine, sitDown } from './seated.mjs';
import { dice, playOn } from './moves.mjs';

const TABLES = {
  marelles: { options: { max_plies: 24 } },
  coexistence: {},
  obliteration: { options: { columns: 8, rows: 7, turn_limit: 50, colours: [4, 8] }, least: 2 },
  mars: { options: { turns: 12 } },
};

const { house, browser } = await opened();

for (const [game, table] of Object.entries(TABLES)) {
  test(`${game}: a whole match by clicking, with a spectator`, async () => {
    // Chance decides how long a match is; a small board of hexagons can fall in a few moves.
    const { least = 10, ...wishes } = table;
    const { id, host, guest, watcher, people } = await sitDown(browser, house, game, wishes);
    const luck = dice(7);
    const moves = await playOn(people, game, { luck });
    for (const { page } of [host, guest, watcher]) await page.locator('.end').waitFor();
    assert.ok(moves >= least, `only ${moves} moves`);
    for (const { page } of people) assert.equal(await page.getByText('You can go on watching').count(), 0, 'there is nothing left to watch');
    const [a, w] = await Promise.all([host, watcher].map(({ page }) => page.locator('.match').getAttribute('data-seq')));
    assert.equal(a, w, 'the spectator saw every move');
    assert.equal(await watcher.page.locator('[data-cell].act').count(), 0, 'a spectator can click nothing');
    // The dice can be checked, and an earlier position looked at.
    await host.page.locator('#tab-replay').click();
    if (game !== 'marelles') {
      await host.page.getByRole('button', { name: 'Check now' }).click();
      await host.page.getByText('They are equal').waitFor();
    }
    await host.page.getByRole('button', { name: 'To the start' }).click();
    await host.page.getByText('earlier position').waitFor();
    // Whoever asks for a rematch waits for the answer beside the board.
    await guest.page.getByRole('button', { name: 'Rematch' }).click();
    await guest.page.locator('.waits').waitFor();
    if (game === 'mars') await hidden(id, host, guest);
    fine(host, guest, watcher);
    for (const { context } of [host, guest, watcher]) await context.close();
  });
}

/** Units that never had an enemy beside them are in none of the other's frames, nor on the page. */
async function hidden(id, host, guest) {
  const last = Number(await host.page.locator('.match').getAttribute('data-seq'));
  const read = (person, seq) => person.page.evaluate((path) => fetch(path).then((it) => it.json()), `/api/v1/matches/${id}/views/${seq}`);
  const near = (a, b) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) <= 1;
  const seen = new Set();
  const all = new Map();
  for (let seq = 0; seq <= last; seq += 1) {
    const [a, b] = [(await read(host, seq)).view, (await read(guest, seq)).view];
    const soviets = a.units.filter((it) => it.side === 'soviets');
    const germans = b.units.filter((it) => it.side === 'germans');
    for (const unit of soviets) {
      all.set(unit.id, unit.name);
      if (germans.some((it) => near(it.at, unit.at))) seen.add(unit.id);
    }
  }
  const names = [...all].filter(([it]) => !seen.has(it)).map(([, name]) => name);
  const sightedNames = new Set([...all].filter(([it]) => seen.has(it)).map(([, name]) => name));
  const secret = names.filter((name) => !sightedNames.has(name));
  assert.ok(secret.length > 3, 'there is something to hide');
  const heard = guest.frames.filter((frame) => frame.includes(id)).join('\n');
  const shown = await guest.page.content();
  for (const name of secret) {
    assert.ok(!heard.includes(`"${name}"`), `${name} was sent to the other side`);
    assert.ok(!shown.includes(`${name} (`), `${name} is on the other side's page`);
  }
}
