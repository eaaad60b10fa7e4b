// Each refused click says why, near the click, in the server's own reasons: in English to Ann and in
// Chinese to Ben.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openTable, visitor } from './house.mjs';
import { MOVES, dice, onTurn } from './moves.mjs';
import { fine } from './seated.mjs';

const { house, browser } = await opened();
const FAR = 150;

async function atPlay(table) {
  const a = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' });
  const b = await visitor(browser, house, 'Ben', { reducedMotion: 'reduce', locale: 'zh-CN' });
  const id = await openTable(a, table);
  for (const { page } of [a, b]) await page.goto(`${house.url}/t/${id}`);
  await b.page.locator('.card button.xl').click();
  for (const { page } of [a, b]) await page.locator('.match [data-cell]').first().waitFor();
  return { a, b, id };
}
const api = (person, path, body) => person.page.evaluate(async ([to, it]) => {
  const answer = await fetch(`/api/v1${to}`, it === null ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(it) });
  return answer.json();
}, [path, body ?? null]);
const snapshot = (person, id) => api(person, `/matches/${id}`);
async function play(people, id, who, action) {
  const { seq } = await snapshot(who, id);
  await api(who, `/matches/${id}/play`, { seq, action });
  for (const { page } of people) await page.waitForFunction((least) => Number(document.querySelector('.match')?.getAttribute('data-seq')) > least, seq);
}
const seats = async (people, id) => {
  const found = [];
  for (const person of people) found[(await snapshot(person, id)).seat] = person;
  return found;
};
const cell = (page, name) => page.locator(`[data-cell="${name}"]`);

/** Clicks where nothing can be done, and finds the reason beside it. */
async function refused(page, name, bubble, reason) {
  const before = await page.locator('.match').getAttribute('data-seq');
  // It fades after a while, and a busy machine looks late.
  await page.addStyleTag({ content: `${bubble} { animation: none !important }` });
  await cell(page, name).click({ force: true });
  const said = page.locator(bubble).getByText(reason);
  await said.waitFor();
  const [at, box] = [await cell(page, name).boundingBox(), await said.boundingBox()];
  const gap = (a, b, size) => Math.max(0, b[a] - (at[a] + at[size]), at[a] - (b[a] + b[size]));
  const far = Math.hypot(gap('x', box, 'width'), gap('y', box, 'height'));
  assert.ok(far < FAR, `${name}: the reason is ${Math.round(far)} pixels away`);
  const { width, height } = page.viewportSize();
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${name}: the reason is outside the window`);
  assert.equal(await page.locator('.match').getAttribute('data-seq'), before, 'nothing was played');
  if (process.env.PARLOR_SHOTS) await page.screenshot({ path: `${process.env.PARLOR_SHOTS}/refused-${name.replace(/\W/g, '')}.png` });
}
const leave = async (...people) => {
  fine(...people);
  for (const { context } of people) await context.close();
};

test('marelles: that stone is in a mill, that place is taken, that is too far', async () => {
  const { a, b, id } = await atPlay({ game: 'marelles', seat: 0 });
  const people = [a, b];
  for (const [i, action] of ['A1', 'B2', 'A4', 'D2', 'G1', 'E5', 'G4'].entries()) await play(people, id, people[i % 2], action);
  await refused(b.page, 'A1', '.tip.wrong', /已有棋子/);
  await play(people, id, b, 'F2');
  await play(people, id, b, 'xG4');
  await play(people, id, a, 'A7');
  await refused(a.page, 'F2', '.tip.wrong', /protected by a mill/);
  await refused(a.page, 'A1', '.tip.wrong', /\w/);
  await play(people, id, a, 'xE5');
  await leave(a, b);
});

test('mars: too far', async () => {
  const { a, b, id } = await atPlay({ game: 'mars', seat: 0 });
  for (const [i, person] of [a, b].entries()) {
    const { page } = person;
    await page.locator('.pill.turn').waitFor();
    const { legal } = await snapshot(person, id);
    const from = legal[0].split('-')[0];
    const near = new Set(legal.filter((it) => it.startsWith(`${from}-`)).map((it) => it.split('-')[1]));
    const own = new Set(legal.map((it) => it.split('-')[0]));
    const [x, y] = from.split(',').map(Number);
    const tiles = Array.from({ length: 100 }, (_, n) => [n % 10, Math.floor(n / 10)]);
    const far = tiles.filter(([u, v]) => Math.abs(u - x) + Math.abs(v - y) >= 4).map(([u, v]) => `${u},${v}`).find((it) => !near.has(it) && !own.has(it));
    await cell(page, from).click({ force: true });
    await refused(page, far, '.refused', i === 0 ? /out of reach/ : /够不着/);
    await play([a, b], id, person, legal[0]);
  }
  await leave(a, b);
});

test('risk: not your neighbour, not yours', async () => {
  const { a, b, id } = await atPlay({ game: 'risk' });
  const people = [a, b];
  const luck = dice(3);
  const phase = (page) => page.locator('.risk').getAttribute('data-phase');
  // The world is dealt out by the API, which is quicker; turns are taken at the board.
  for (let i = 0; i < 400; i += 1) {
    const told = await Promise.all(people.map((person) => snapshot(person, id)));
    const who = told.findIndex((it) => it.to_act.includes(it.seat));
    if (who < 0 || !told[who].view.phase.startsWith('setup')) break;
    const { legal, seq } = told[who];
    await api(people[who], `/matches/${id}/play`, { seq, action: legal[Math.floor(luck() * legal.length)] });
  }
  for (const person of await seats(people, id)) {
    const { page } = person;
    const [neighbours, mine] = person === a ? [/are not neighbours/, /is not an own territory/] : [/不相邻/, /不是你的领土/];
    await page.locator('.pill.turn').waitFor();
    const { view, seat } = await snapshot(person, id);
    const land = (i) => page.locator(`[data-cell][data-land="${i}"]`).getAttribute('data-cell');
    const enemy = view.owners.findIndex((it) => it !== seat && it !== null);
    await page.locator('[data-cell][data-land]').first().waitFor();
    assert.equal(await phase(page), 'reinforce');
    await refused(page, await land(enemy), '.refused', mine);
    for (let i = 0; i < 20 && (await phase(page)) === 'reinforce'; i += 1) {
      await MOVES.risk(page, luck);
      await page.waitForTimeout(100);
    }
    assert.equal(await phase(page), 'attack');
    const now = await snapshot(person, id);
    // Whoever points at an enemy alone attacks from wherever that is possible: one that no troops stand beside.
    const reach = new Set(now.legal.filter((it) => it.startsWith('attack ')).map((it) => it.split(' ')[2]));
    const keys = await page.locator('[data-cell][data-land]').evaluateAll((all) => all.map((it) => [Number(it.dataset.land), it.dataset.cell]));
    const far = keys.find(([i, key]) => now.view.owners[i] !== seat && !reach.has(key));
    await refused(page, far[1], '.refused', neighbours);
    for (let i = 0; i < 30 && (await onTurn(page)); i += 1) {
      const skip = page.locator('[data-skip]');
      if ((await skip.count()) > 0) await skip.click();
      await page.waitForTimeout(100);
    }
  }
  await leave(a, b);
});

test('obliteration: not yours', async () => {
  const { a, b, id } = await atPlay({ game: 'obliteration' });
  const order = await seats([a, b], id);
  for (const person of order) {
    const { page } = person;
    await page.locator('.pill.turn').waitFor();
    await page.locator('[data-cell].mine').first().waitFor();
    const other = await page.locator('[data-cell]:not(.mine)').nth(7).getAttribute('data-cell');
    await refused(page, other, '.refused', person === a ? /\w/ : /那不是你的/);
    await MOVES.obliteration(page, dice(2));
    await page.locator('.pill.turn').waitFor({ state: 'detached' });
  }
  await leave(a, b);
});

test('coexistence: it cannot beat that card, and it is not your turn', async () => {
  const { a, b, id } = await atPlay({ game: 'coexistence' });
  for (let turn = 0; turn < 12; turn += 1) {
    const told = [await snapshot(a, id), await snapshot(b, id)];
    const who = told.findIndex((it) => it.to_act.includes(it.seat));
    const [person, idle] = who === 0 ? [a, b] : [b, a];
    await person.page.locator('.pill.turn').waitFor();
    if (turn === 0) await refused(idle.page, 'own-A', '.tip', idle === a ? /turn/ : /轮/);
    const { legal } = told[who];
    const kills = legal.filter((it) => it.length === 2 && it !== 'PS');
    const from = kills[0]?.[0];
    const living = await person.page.locator('[data-cell^=foe]').evaluateAll((all) => all.filter((it) => !/dead|fallen|阵亡|空/.test(it.getAttribute('aria-label') ?? '')).map((it) => it.dataset.cell.slice(-1)));
    const safe = from === undefined ? undefined : living.find((it) => !kills.includes(from + it));
    if (safe !== undefined) {
      await cell(person.page, `own-${from}`).click({ force: true });
      await refused(person.page, `foe-${safe}`, '.tip', person === a ? /\w/ : /打不过/);
    }
    await play([a, b], id, person, legal[0]);
    if (safe !== undefined && turn > 0) return leave(a, b);
  }
  assert.fail('every card beat every other');
});
