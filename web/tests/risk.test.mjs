// Risk from the first territory to the conquest of the world, every action by a click of one of two
// people, with a spectator; the clicks are counted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened } from './house.mjs';
import { fine, sitDown } from './seated.mjs';

const MOST_CLICKS = 400;
const MOST_STEPS = 4000;

const { house, browser } = await opened();
const world = await fetch(`${house.url}/api/v1/games/risk/world`).then((it) => it.json());

const key = (id) => world.territories[id].key;
const near = (id) => world.borders.flatMap(([a, b]) => (a === id ? [b] : b === id ? [a] : []));

/** Somebody at the table who is watched for clicks. */
function player({ page, context, frames, name }) {
  const self = { page, frames, name, clicks: 0 };
  self.click = async (selector) => {
    self.clicks += 1;
    await page.locator(selector).click({ timeout: 60_000 });
  };
  self.land = (id) => self.click(`[data-cell=${key(id)}]`);
  self.ask = async (path) => (await context.request.get(`${house.url}/api/v1${path}`)).json();
  return self;
}

/** One decision by mouse, as a person who wants the world would make it; the other only holds on. */
async function act(me, view, conqueror) {
  const { valid, owners, troops } = view;
  const brave = view.actor === conqueror;
  const hostile = (id) => near(id).some((it) => owners[it] !== view.actor && owners[it] !== null);
  const strongest = (ids) => ids.toSorted((a, b) => troops[b] - troops[a])[0];
  switch (valid.phase) {
    case 'setup': {
      const beside = valid.territories.filter((it) => near(it).some((other) => owners[other] === view.actor));
      return me.land(beside[0] ?? valid.territories[0]);
    }
    case 'setup_reinforce':
      await me.land(brave ? strongest(valid.territories.filter(hostile)) : valid.territories[0]);
      if (valid.stock > 1) await me.click('[data-all]');
      return undefined;
    case 'turn_in': return me.click('[data-trade]');
    case 'reinforce':
      await me.land(brave ? strongest(valid.territories.filter(hostile)) : valid.territories[0]);
      return me.click('[data-go]');
    case 'attack': {
      // From where the most stand to where the fewest do; the best source is chosen by the page itself.
      // Large armies attack larger ones, too: two that only grow would look at each other for ever.
      const pairs = valid.sources.flatMap((it) => it.targets.map((to) => [it.id, to])).filter(([from, to]) => troops[from] > 3 && (troops[from] > troops[to] + 1 || troops[from] > 20));
      const [from, to] = pairs.toSorted((a, b) => troops[b[0]] - troops[b[1]] - troops[a[0]] + troops[a[1]])[0] ?? [];
      if (!brave || to === undefined) return me.click('[data-skip]');
      const chosen = await me.page.locator(`.disc.chosen[data-cell=${key(from)}]`).count();
      const best = valid.sources.filter((it) => it.targets.includes(to)).every((it) => troops[it.id] <= troops[from]);
      if (!chosen && !best) await me.land(from);
      await me.land(to);
      return me.click('[data-throw]');
    }
    case 'occupy': return me.click('[data-go]');
    case 'defend': return me.click('text=Always the most dice');
    case 'transfer': {
      const from = strongest(valid.sources.map((it) => it.id).filter((it) => !hostile(it)));
      const to = valid.sources.find((it) => it.id === from)?.targets.find(hostile);
      if (!brave || to === undefined || troops[from] < 4) return me.click('[data-skip]');
      await me.land(from);
      await me.land(to);
      return me.click('[data-go]');
    }
    default: return assert.fail(valid.phase);
  }
}

test('risk: the whole world by clicks, with a spectator', async () => {
  const { id, host, guest, watcher, people } = await sitDown(browser, house, 'risk', { options: { spectators: 'anyone' } });
  const players = people.map(player);
  const seats = await Promise.all(players.map((it) => it.ask(`/matches/${id}`).then((found) => found.seat)));
  const bySeat = players.toSorted((a, b) => seats[players.indexOf(a)] - seats[players.indexOf(b)]);
  const conqueror = 0;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const seen = await bySeat[0].ask(`/matches/${id}`);
    if (seen.outcome !== null) break;
    const me = bySeat[seen.view.actor];
    const own = seen.view.actor === 0 ? seen : await me.ask(`/matches/${id}`);
    await me.page.locator(`.match[data-seq="${seen.seq}"]`).waitFor({ timeout: 2000 }).catch(() => undefined);
    // What was begun with a click goes on by itself.
    const busy = (await me.page.locator('[data-stop]').count()) > 0 || (me.defends && seen.view.phase === 'defend');
    if (busy || (await me.page.locator('.match').getAttribute('data-seq')) !== String(seen.seq)) {
      await me.page.waitForTimeout(15);
      continue;
    }
    await act(me, own.view, conqueror);
    me.defends ||= seen.view.phase === 'defend';
    await me.page.waitForFunction((n) => Number(document.querySelector('.match')?.dataset.seq) > n, seen.seq, { timeout: 60_000 });
  }
  const [winner, loser] = bySeat;
  const clicks = winner.clicks + loser.clicks;
  const end = await winner.ask(`/matches/${id}`);
  console.log(`risk: ${clicks} clicks (${winner.clicks} + ${loser.clicks}), ${end.seq} moves, ${end.view.turn} turns`);
  assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
  await winner.page.getByRole('heading', { name: 'You won!' }).waitFor();
  for (const { page } of people.concat(watcher)) await page.getByText('the whole world').first().waitFor();
  await loser.page.getByRole('heading', { name: 'You lost' }).waitFor();
  await loser.page.locator('.player.out').waitFor();
  assert.equal(end.view.owners.filter((it) => it === conqueror).length, 42);

  // Cards are seen by their owner alone.
  for (const [i, person] of bySeat.entries())
    for (const frame of person.frames.map((it) => JSON.parse(it)).filter((it) => it.type === 'update'))
      for (const event of frame.log.flatMap((line) => line.events)) if (event.kind === 'drew' && event.seat !== i) assert.equal(event.stars, null, 'a card of the other seat');
  for (const frame of watcher.frames.map((it) => JSON.parse(it)).filter((it) => it.view)) assert.equal(frame.view.hand, null, 'a spectator sees no hand');
  // Who watches sees the same map and has nothing to press.
  assert.equal(await watcher.page.locator('.disc').count(), 42);
  assert.equal(await watcher.page.locator('.risk .controls button').count(), 0);
  // Who holds what is behind the name.
  await loser.page.locator('.who').nth(conqueror).click();
  await loser.page.getByText('Territories (42)').waitFor();
  fine(host, guest, watcher);
  for (const { context } of [host, guest, watcher]) await context.close();
});
