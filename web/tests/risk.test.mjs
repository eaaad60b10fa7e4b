// Risk from the first territory to the conquest of the world: the first placements and the decisive
// part by clicking, what lies between through the API, since it is long and always the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened } from './house.mjs';
import { dice, playOn } from './moves.mjs';
import { fine, picture, sitDown } from './seated.mjs';

const MOST_ACTIONS = 3000;
const MOST_CLICKS = 250;

const { house, browser } = await opened();
const world = await fetch(`${house.url}/api/v1/games/risk/world`).then((it) => it.json());

const key = (id) => world.territories[id].key;
const near = (id) => world.borders.flatMap(([a, b]) => (a === id ? [b] : b === id ? [a] : []));

/** What the conqueror and the quiet other do in a position; ids of territories and a number. */
function plan({ view }, conqueror) {
  const { valid, owners, troops } = view;
  const mine = view.actor === conqueror;
  const hostile = (id) => near(id).some((it) => owners[it] !== view.actor && owners[it] !== null);
  const strongest = (ids) => ids.toSorted((a, b) => troops[b] - troops[a])[0];
  switch (valid.phase) {
    case 'setup': return { do: 'claim', at: valid.territories[0] };
    case 'setup_reinforce': return { do: 'place', at: mine ? strongest(valid.territories.filter(hostile)) : valid.territories[0] };
    case 'reinforce': return { do: 'reinforce', at: mine ? strongest(valid.territories.filter(hostile)) : valid.territories[0], n: valid.troops };
    case 'defend': return { do: 'defend', n: 1 };
    case 'occupy': return { do: 'occupy', n: valid.max };
    case 'attack': {
      const from = strongest(valid.sources.map((it) => it.id));
      const source = valid.sources.find((it) => it.id === from);
      if (!mine || source === undefined || troops[from] < 3) return { do: 'skip' };
      return { do: 'attack', at: from, to: source.targets.toSorted((a, b) => troops[a] - troops[b])[0], n: source.max_dice };
    }
    case 'transfer': {
      const from = strongest(valid.sources.map((it) => it.id).filter((it) => !hostile(it)));
      const to = valid.sources.find((it) => it.id === from)?.targets.find(hostile);
      if (!mine || to === undefined) return { do: 'skip' };
      return { do: 'move', at: from, to, n: troops[from] - 1 };
    }
    default: return { do: 'skip' };
  }
}

function notation(it) {
  const places = [it.at, it.to].filter((id) => id !== undefined).map(key);
  if (it.do === 'reinforce') return `reinforce ${places[0]}:${it.n}`;
  return [it.do, ...places, ...(it.n === undefined ? [] : [it.n])].join(' ');
}

/** The same by mouse. */
async function click(page, it) {
  const cell = (id) => page.locator(`[data-cell=${key(id)}]`).click({ force: true });
  if (it.do === 'skip') return page.locator('[data-skip]').click();
  if (it.at !== undefined) await cell(it.at);
  for (let n = 1; it.do === 'reinforce' && n < it.n; n += 1) await cell(it.at);
  if (it.to !== undefined) await cell(it.to);
  if (it.n !== undefined) await page.locator('[data-go]:enabled').click();
}

/** Requests under somebody's name without their page, which is quicker. */
async function client({ context }) {
  const cookie = (await context.cookies()).map((it) => `${it.name}=${it.value}`).join('; ');
  return async (path, body) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${house.url}/api/v1${path}`, { ...init, headers: { cookie, 'content-type': 'application/json' } })).json();
  };
}

/** Through the API until `done` says so. */
async function drive(asks, id, conqueror, done) {
  for (let n = 0; n < MOST_ACTIONS; n += 1) {
    const seen = await asks[0](`/matches/${id}`);
    if (seen.outcome !== null || done(seen.view)) return;
    const { actor } = seen.view;
    const own = actor === 0 ? seen : await asks[actor](`/matches/${id}`);
    const answer = await asks[actor](`/matches/${id}/play`, { seq: own.seq, action: notation(plan(own, conqueror)) });
    assert.equal(answer.error, undefined, JSON.stringify(answer.error));
  }
  assert.fail('no end in sight');
}

test('risk: set-up, battles and the conquest of the world by clicking, with a spectator', async () => {
  const { id, host, guest, watcher, people } = await sitDown(browser, house, 'risk', { options: { spectators: 'anyone' } });
  assert.ok((await playOn(people, 'risk', { luck: dice(11), most: 6 })) >= 6);
  const clients = await Promise.all(people.map(client));
  const seats = await Promise.all(clients.map((it) => it(`/matches/${id}`).then((found) => found.seat)));
  const bySeat = people.toSorted((a, b) => seats[people.indexOf(a)] - seats[people.indexOf(b)]);
  const asks = bySeat.map((it) => clients[people.indexOf(it)]);
  const conqueror = 0;
  const left = (view) => view.owners.filter((it) => it === 1).length;
  await drive(asks, id, conqueror, (view) => view.phase === 'attack' && view.last_battle !== null && view.attack === null);
  await host.page.getByText('Last battle').waitFor();
  await picture(host.page, 'risk');
  // Nobody needs to see the long middle: the pages come back for the end.
  for (const { page } of [host, guest]) await page.goto(`${house.url}/rules/risk`);
  await drive(asks, id, conqueror, (view) => !view.phase.startsWith('setup') && left(view) <= 1);
  for (const { page } of [host, guest]) {
    await page.goto(`${house.url}/t/${id}`);
    await page.locator('.match [data-cell]').first().waitFor();
  }

  for (let clicks = 0; clicks < MOST_CLICKS; clicks += 1) {
    const seen = await asks[0](`/matches/${id}`);
    if (seen.outcome !== null) break;
    const actor = bySeat[seen.view.actor];
    await actor.page.locator(`.match[data-seq="${seen.seq}"]`).waitFor();
    await click(actor.page, plan(await asks[seen.view.actor](`/matches/${id}`), conqueror));
    await actor.page.waitForFunction((n) => Number(document.querySelector('.match')?.dataset.seq) > n, seen.seq);
  }
  const [winner, loser] = bySeat;
  await winner.page.getByRole('heading', { name: 'You won!' }).waitFor();
  for (const { page } of people.concat(watcher)) await page.getByText('the whole world').waitFor();
  await loser.page.getByRole('heading', { name: 'You lost' }).waitFor();
  await loser.page.locator('.player.out').waitFor();
  assert.equal((await asks[0](`/matches/${id}`)).view.owners.filter((it) => it === conqueror).length, 42);

  // Cards are seen by their owner alone.
  for (const [i, person] of bySeat.entries())
    for (const frame of person.frames.map((it) => JSON.parse(it)).filter((it) => it.type === 'update'))
      for (const event of frame.log.flatMap((line) => line.events)) if (event.kind === 'drew' && event.seat !== i) assert.equal(event.stars, null, 'a card of the other seat');
  for (const frame of watcher.frames.map((it) => JSON.parse(it)).filter((it) => it.view)) assert.equal(frame.view.hand, null, 'a spectator sees no hand');
  // Who holds what is behind the name.
  await loser.page.locator('.who').nth(conqueror).click();
  await loser.page.getByText('Territories (42)').waitFor();
  fine(host, guest, watcher);
  for (const { context } of [host, guest, watcher]) await context.close();
});
