// Two and three people before one screen: the computer is handed round by clicks, and behind the
// curtain neither the page's memory nor what comes over the socket tells what others may not know.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, visitor } from './house.mjs';
import { MOVES, dice, onTurn } from './moves.mjs';
import { fine } from './seated.mjs';

const { house, browser } = await opened();

/** To look at by eye: `PARLOR_SHOTS=folder`. */
const shot = async (page, name) => {
  if (process.env.PARLOR_SHOTS) await page.screenshot({ path: `${process.env.PARLOR_SHOTS}/${name}.png` });
};

/** Opens a table at one screen as a person would, and waits for whatever is shown first. */
async function gather(person, game, names) {
  const { page } = person;
  await page.goto(`${house.url}/together/${game}`);
  await page.locator('[data-name="0"]').waitFor();
  for (const [i, name] of names.entries()) {
    if ((await page.locator(`[data-name="${i}"]`).count()) === 0) await page.locator('[data-add]').click();
    await page.locator(`[data-name="${i}"]`).fill(name);
  }
  await shot(page, `together-${game}`);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('[data-curtain], .match').first().waitFor();
}

/** What every object that is alive in the page gives away: whose views there are, whose cards, which units. */
async function memory(cdp) {
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'Object.prototype', objectGroup: 'look' });
  const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: result.objectId, objectGroup: 'look' });
  const look = function () {
    const told = { mars: [], risk: [], units: [], cards: [], legal: 0 };
    for (const it of this) {
      try {
        if (Object.hasOwn(it, 'territory') && Object.hasOwn(it, 'units') && Object.hasOwn(it, 'viewer')) told.mars.push(it.viewer);
        if (Object.hasOwn(it, 'owners') && Object.hasOwn(it, 'hand')) told.risk.push(it.you);
        if (Object.hasOwn(it, 'at') && typeof it.side === 'string' && typeof it.health === 'number') told.units.push(it.side);
        if (it.kind === 'drew' && it.stars !== null) told.cards.push(it.seat);
        if (Array.isArray(it.legal) && it.legal.length > 0) told.legal += 1;
      } catch {
        // Not everything may be looked at.
      }
    }
    return JSON.stringify({ mars: [...new Set(told.mars)], risk: [...new Set(told.risk)], units: [...new Set(told.units)], cards: [...new Set(told.cards)], legal: told.legal });
  };
  const answer = await cdp.send('Runtime.callFunctionOn', { objectId: objects.objectId, functionDeclaration: String(look), returnByValue: true });
  await cdp.send('Runtime.releaseObjectGroup', { objectGroup: 'look' });
  return JSON.parse(answer.result.value);
}

/** No text of a position is left, either: every string of the heap is looked at. */
async function texts(cdp, needle) {
  let heap = '';
  const collect = ({ chunk }) => (heap += chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', collect);
  return JSON.parse(heap).strings.filter((it) => it.includes(needle)).map((it) => it.slice(0, 120));
}

/** The curtain has fallen: nothing of anybody's position is in the page. */
async function nothing(cdp, what) {
  // What still moved when the curtain fell may take a moment to go.
  let told;
  for (let i = 0; i < 20; i += 1) {
    told = await memory(cdp);
    if (told.mars.length + told.risk.length + told.units.length + told.cards.length + told.legal === 0) return;
    await new Promise((next) => setTimeout(next, 150));
  }
  assert.fail(`${what}: behind the curtain there is ${JSON.stringify(told)}`);
}

/** Frames between a curtain and the next lift have no view, and those after it one pair of eyes. */
function oneByOne(frames, eyesOf) {
  let eyes = 'nobody';
  let curtains = 0;
  for (const frame of frames.map((it) => JSON.parse(it))) {
    if (frame.type === 'curtain') {
      eyes = 'nobody';
      curtains += 1;
      for (const word of ['view', 'legal', 'log', 'missed', 'pattern', 'outcome']) assert.equal(frame[word], undefined, word);
    } else if (frame.type === 'match') eyes = eyesOf(frame.view);
    else if (frame.type === 'update') assert.equal(eyesOf(frame.view), eyes, "another one's view without a lift");
    for (const event of [...(frame.log ?? []), ...(frame.missed ?? [])].flatMap((line) => line.events)) if (event.kind === 'drew' && event.seat !== eyes) assert.equal(event.stars, null, "another one's card");
  }
  return curtains;
}

test('mars: two hand the computer over, and nothing of the other is behind the curtain', async () => {
  const person = await visitor(browser, house, 'Marla');
  const { page, context } = person;
  const cdp = await context.newCDPSession(page);
  await gather(person, 'mars', ['Gil', 'Otto']);
  const luck = dice(4);
  const sides = ['soviets', 'germans'];
  await page.getByRole('heading', { name: 'Gil begins' }).waitFor();
  for (let turn = 0; turn < 4; turn += 1) {
    const [own, other] = [sides[turn % 2], sides[(turn + 1) % 2]];
    await nothing(cdp, `turn ${turn}`);
    await page.locator('[data-lift]').click();
    await page.locator('[data-cell].act').first().waitFor();
    const seen = await memory(cdp);
    assert.deepEqual(seen.mars, [own], 'the look finds what is there');
    assert.ok(seen.units.includes(own));
    await page.getByText(turn % 2 === 0 ? 'Gil, your turn' : 'Otto, your turn').first().waitFor();
    for (let i = 0; i < 40 && (await page.locator('[data-hand]').count()) === 0; i += 1) {
      if (await onTurn(page)) await MOVES.mars(page, luck);
      await page.waitForTimeout(60);
    }
    if (turn === 1) await shot(page, 'hand-over');
    assert.ok(!(await memory(cdp)).mars.includes(other), 'the last look is still one side alone');
    await page.locator('[data-hand]').click();
    await page.locator('[data-curtain]').waitFor();
    if (turn === 0) await page.getByRole('heading', { name: 'Hand over to Otto' }).waitFor();
  }
  await nothing(cdp, 'at the end');
  assert.deepEqual(await texts(cdp, '"viewer":'), []);
  await shot(page, 'curtain');
  assert.ok(oneByOne(person.frames, (view) => view.viewer) >= 5);
  // Coming back shows the curtain, not what was there.
  await page.reload();
  await page.locator('[data-curtain]').waitFor();
  await nothing(cdp, 'after a reload');
  fine(person);
  await context.close();
});

/** Attacks where it is most likely to succeed, until one territory is won; a card is drawn for that. */
async function conquer(page, { view, legal }) {
  const attacks = legal.filter((it) => it.startsWith('attack ')).map((it) => it.split(' '));
  const lands = await page.locator('[data-cell][data-land]').evaluateAll((all) => Object.fromEntries(all.map((it) => [it.dataset.cell, Number(it.dataset.land)])));
  const troops = (key) => view.troops[lands[key]] ?? 0;
  const edge = ([, from, to]) => troops(from) - troops(to);
  const [best] = attacks.sort((a, b) => edge(b) - edge(a));
  if (best === undefined || edge(best) < 1) return false;
  if ((await page.locator('[data-go]').count()) === 0) {
    await page.locator(`[data-cell="${best[1]}"]`).click({ force: true });
    await page.locator(`[data-cell="${best[2]}"]`).click({ force: true });
  }
  await page.locator('[data-go]').click();
  return true;
}

test('risk: three at one screen, from the first territory to hidden cards', async () => {
  const person = await visitor(browser, house, 'Rosa');
  const { page, context } = person;
  const cdp = await context.newCDPSession(page);
  await gather(person, 'risk', ['Gil', 'Otto', 'Mia']);
  const luck = dice(11);
  const seq = () => page.locator('.match').getAttribute('data-seq').then(Number, () => 0);
  const told = () => person.frames.map((it) => JSON.parse(it));
  const drawn = () => told().flatMap((it) => it.log ?? []).flatMap((line) => line.events).filter((it) => it.kind === 'drew' && it.stars !== null);
  const CARDS = 4;
  let handed = 0;
  let step = 0;
  // The world is dealt out without a curtain; then every turn has its own.
  for (; step < 1500 && (handed < 7 || drawn().length < CARDS); step += 1) {
    if ((await page.locator('[data-curtain]').count()) > 0) {
      await nothing(cdp, `hand-over ${handed}`);
      handed += 1;
      await page.locator('[data-lift]').click();
      await page.locator('.match').waitFor();
      const seen = await memory(cdp);
      assert.equal(seen.risk.length, 1, `one pair of eyes: ${JSON.stringify(seen.risk)}`);
      for (const seat of seen.cards) assert.equal(seat, seen.risk[0], "another one's card");
      continue;
    }
    if ((await page.locator('[data-hand]').count()) > 0) {
      // The card of this turn has just been seen: the look finds it, and it goes with the curtain.
      const latest = told().at(-1)?.log?.flatMap((line) => line.events).find((it) => it.kind === 'drew');
      if (latest) assert.deepEqual((await memory(cdp)).cards, [latest.seat], 'the look finds the card');
      await page.locator('[data-hand]').click();
      await page.locator('[data-curtain]').waitFor();
      if (latest) assert.deepEqual(await texts(cdp, '"stars":'), [], 'no text of a card is left');
      continue;
    }
    if (!(await onTurn(page))) {
      await page.waitForTimeout(40);
      continue;
    }
    const before = await seq();
    // An attack shows dice and a defence at the same screen; with a territory won the turn goes on.
    const phase = await page.locator('.risk').getAttribute('data-phase');
    const last = told().findLast((it) => it.view !== undefined);
    const begun = told().findLastIndex((it) => it.type === 'match');
    const won = told().slice(begun).some((it) => it.log?.some((line) => line.events.some((event) => event.kind === 'occupied' || event.kind === 'conquered')));
    if (phase === 'attack') {
      if (won || !(await conquer(page, last))) await page.locator('[data-skip]').click();
    } else await MOVES.risk(page, luck);
    await page.waitForFunction((n) => document.querySelector('[data-curtain], [data-hand]') || Number(document.querySelector('.match')?.dataset.seq) > n, before, { timeout: 8000 }).catch(() => undefined);
  }
  assert.ok(handed >= 7, `${handed} hand-overs in ${step} steps`);
  assert.ok(oneByOne(person.frames, (view) => view.you) >= 6);
  assert.ok(drawn().length >= CARDS, `${drawn().length} cards in ${step} steps`);
  assert.ok(new Set(drawn().map((it) => it.seat)).size >= 2, 'drawn by several');
  await shot(page, 'screen-risk');
  fine(person);
  await context.close();
});

test('open games go on without a curtain, and the end names the winner', async () => {
  const person = await visitor(browser, house, 'Nele');
  const { page, context } = person;
  for (const game of ['marelles', 'coexistence', 'obliteration']) {
    await gather(person, game, ['Gil', 'Otto']);
    const luck = dice(7);
    for (let i = 0; i < 8; i += 1) {
      await page.locator('.pill.turn').waitFor();
      const before = await page.locator('.match').getAttribute('data-seq');
      await MOVES[game](page, luck);
      await page.waitForFunction((n) => document.querySelector('.match')?.dataset.seq !== n, before, { timeout: 5000 }).catch(() => undefined);
    }
    assert.equal(await page.locator('[data-curtain]').count(), 0);
    assert.ok(Number(await page.locator('.match').getAttribute('data-seq')) >= 4, game);
    const resign = page.getByRole('button', { name: /Resign|resign/ });
    await resign.click();
    await resign.click();
    await page.locator('#end-title').waitFor();
    assert.doesNotMatch(await page.locator('#end-title').innerText(), /you/i, 'nobody at a shared screen is "you"');
    await page.getByRole('button', { name: 'Rematch' }).waitFor();
  }
  fine(person);
  await context.close();
});

test('the page says it in Chinese, too', async () => {
  const person = await visitor(browser, house, 'Lin', { locale: 'zh-CN' });
  const { page, context } = person;
  await page.goto(`${house.url}/together/mars`);
  await page.getByRole('heading', { name: /同一台电脑玩/ }).waitFor();
  await page.locator('[data-name="0"]').fill('小吉');
  await page.locator('[data-name="1"]').fill('小欧');
  await page.getByRole('button', { name: '开始' }).click();
  await page.getByRole('button', { name: '我是小吉，给我看棋盘' }).click();
  await page.getByText('小吉，轮到你').first().waitFor();
  fine(person);
  await context.close();
});
