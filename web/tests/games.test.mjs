// Each game: two pages play a whole match by clicking while a third one watches.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { House, launch, openTable, visitor } from './house.mjs';
import { dice, playOn } from './moves.mjs';

const PICTURES = new URL('../../docs/pictures/', import.meta.url).pathname;
const TABLES = {
  marelles: { options: { max_plies: 24 } },
  coexistence: {},
  obliteration: { options: { columns: 8, rows: 7, turn_limit: 50, colours: [4, 8] }, least: 2 },
  mars: { options: { turns: 12 } },
};

let house;
let browser;
before(async () => {
  mkdirSync(PICTURES, { recursive: true });
  house = await new House().open();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await house?.close();
});

async function sitDown(game, table) {
  const host = await visitor(browser, house, 'Ann', { deviceScaleFactor: game === 'mars' ? 0.45 : 0.6, reducedMotion: 'reduce' });
  const guest = await visitor(browser, house, 'Ben', { reducedMotion: 'reduce' });
  const id = await openTable(host, { game, ...table });
  await host.page.goto(`${house.url}/t/${id}`);
  await guest.page.goto(`${house.url}/t/${id}`);
  await guest.page.getByRole('button', { name: 'Join', exact: true }).click();
  for (const { page } of [host, guest]) await page.locator('.match [data-cell]').first().waitFor();
  const watcher = await visitor(browser, house, 'Cleo');
  await watcher.page.goto(`${house.url}/t/${id}`);
  await watcher.page.locator('.match [data-cell]').first().waitFor();
  return { id, host, guest, watcher, people: [host, guest] };
}

const fine = (...people) => {
  for (const person of people) {
    assert.deepEqual(person.wrong, [], `${person.name}: errors on the page`);
    assert.deepEqual(person.foreign, [], `${person.name}: requests to elsewhere`);
  }
};

async function picture(page, name) {
  const box = await page.locator('.layout').boundingBox();
  await page.screenshot({ path: `${PICTURES}${name}.png`, clip: { ...box, height: Math.min(box.height, 900 - box.y) } });
}

for (const [game, table] of Object.entries(TABLES)) {
  test(`${game}: a whole match by clicking, with a spectator`, async () => {
    // Chance decides how long a match is; a small board of hexagons can fall in a few moves.
    const { least = 10, ...wishes } = table;
    const { id, host, guest, watcher, people } = await sitDown(game, wishes);
    const luck = dice(7);
    let moves = await playOn(people, game, { luck, most: 10 });
    await picture(host.page, game);
    moves += await playOn(people, game, { luck });
    for (const { page } of [host, guest, watcher]) await page.locator('.end').waitFor();
    assert.ok(moves >= least, `only ${moves} moves`);
    const [a, w] = await Promise.all([host, watcher].map(({ page }) => page.locator('.match').getAttribute('data-seq')));
    assert.equal(a, w, 'the spectator saw every move');
    assert.equal(await watcher.page.locator('[data-cell].act').count(), 0, 'a spectator can click nothing');
    // The dice can be checked, and an earlier position looked at.
    await host.page.getByRole('button', { name: 'See the board' }).click();
    await host.page.getByRole('button', { name: 'Check now' }).click();
    await host.page.getByText('They are equal').waitFor();
    await host.page.getByRole('button', { name: 'To the start' }).click();
    await host.page.getByText('earlier position').waitFor();
    // Rematch: the second one joins the first one's table.
    await guest.page.getByRole('button', { name: 'Rematch' }).click();
    await guest.page.waitForURL((url) => !url.pathname.endsWith(id));
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

/** The rest of the eighty placements, which are all alike. */
async function setUp(id, people) {
  for (let done = false; !done; ) {
    for (const { page } of people) {
      done = await page.evaluate(async (path) => {
        const state = await fetch(path).then((it) => it.json());
        if (!/^setup/.test(state.view.phase)) return true;
        if (!state.to_act.includes(state.seat)) return false;
        const action = state.legal[Math.floor(state.legal.length / 2)];
        await fetch(`${path}/play`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ seq: state.seq, action }) });
        return false;
      }, `/api/v1/matches/${id}`);
      if (done) break;
    }
  }
  const last = await people[0].page.evaluate((path) => fetch(path).then((it) => it.json()).then((it) => it.seq), `/api/v1/matches/${id}`);
  for (const { page } of people) await page.locator(`.match[data-seq="${last}"]`).waitFor();
}

test('risk: set-up, turns, battles and the end by clicking, with a spectator', async () => {
  const { id, host, guest, watcher, people } = await sitDown('risk', { options: { spectators: 'anyone' } });
  const luck = dice(11);
  assert.ok((await playOn(people, 'risk', { luck, most: 12 })) >= 12);
  await setUp(id, people);
  const moves = await playOn(people, 'risk', { luck, most: 25 });
  assert.ok(moves >= 25, `only ${moves} moves`);
  await picture(host.page, 'risk');
  for (const [me, other] of [[host, 1], [guest, 0]]) {
    void other;
    const seats = me.frames.map((frame) => JSON.parse(frame)).filter((it) => it.type === 'match');
    const mine = seats.at(-1).seat;
    for (const frame of me.frames.map((it) => JSON.parse(it)).filter((it) => it.type === 'update'))
      for (const event of frame.log.flatMap((line) => line.events))
        if (event.kind === 'drew' && event.seat !== mine) assert.equal(event.stars, null, 'a card of the other seat');
  }
  for (const frame of watcher.frames.map((it) => JSON.parse(it)).filter((it) => it.view)) assert.equal(frame.view.hand, null, 'a spectator sees no hand');
  const loser = guest.page;
  await loser.getByRole('button', { name: 'Resign' }).click();
  await loser.getByRole('button', { name: 'Really resign?' }).click();
  for (const { page } of [host, guest, watcher]) await page.locator('.end').waitFor();
  await host.page.getByText('You won!').waitFor();
  fine(host, guest, watcher);
  for (const { context } of [host, guest, watcher]) await context.close();
});
