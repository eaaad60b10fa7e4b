// "Done means": from a fresh program two people at one laptop and a third on a phone are in a game of Risk within a
// minute, without reading anything; and somebody who waits asks others to the table.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { button, House, leave, opened, openTable, visitor } from './house.mjs';
import { dice, onTurn } from './moves.mjs';
import { ask } from './screens.mjs';

const MINUTE_S = 60;
const { house, browser } = await opened();

/** Counts what a hand does on a page. */
const hand = (page) => {
  const counted = { clicks: 0, words: 0 };
  return {
    counted,
    click: async (what) => {
      await what.click();
      counted.clicks += 1;
    },
    type: async (what, text) => {
      await what.fill(text);
      counted.words += 1;
    },
    page,
  };
};

async function device(options) {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const person = { page, context, name: '', wrong: [], frames: [] };
  page.on('pageerror', (error) => person.wrong.push(String(error)));
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => person.frames.push(JSON.parse(String(payload)))));
  return person;
}

/** Whose eyes each frame shows; a curtain shows nobody's. */
function eyes(frames) {
  const seen = [];
  for (const frame of frames) {
    if (frame.type === 'curtain') {
      seen.push('nobody');
      for (const word of ['view', 'legal', 'log', 'missed']) assert.equal(frame[word], undefined, word);
    }
    if (frame.view !== undefined && frame.view !== null) seen.push(frame.view.you);
    const own = seen.at(-1);
    for (const line of [...(frame.log ?? []), ...(frame.missed ?? [])]) for (const event of line.events) if (event.kind === 'drew' && event.seat !== own) assert.equal(event.stars, null, "another one's card");
  }
  return new Set(seen);
}

/** Any move of the seat that this page may act for, as another tab would make it; turns end soon. */
async function move(page, luck, id) {
  const path = `/matches/${id}`;
  const { seq, seat, to_act: acts, legal } = await ask(page, path);
  if (seat === null || seat === undefined || !acts?.includes(seat)) return;
  await ask(page, `${path}/play`, { seq, action: legal.includes('skip') ? 'skip' : legal[Math.floor(luck() * legal.length)] });
  await page.waitForFunction((n) => document.querySelector('[data-curtain], [data-hand]') || Number(document.querySelector('.match')?.dataset.seq) > n, seq);
}

test('two at a laptop and a third on a phone play Risk within a minute', async () => {
  // Everything fresh: the program with its default settings, and both profiles.
  const fresh = new House({ plain: true });
  after(() => fresh.close());
  const begun = performance.now();
  await fresh.open();
  const served = performance.now();
  const laptop = await device({ viewport: { width: 1366, height: 768 } });
  const phone = await device({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const [a, b] = [hand(laptop.page), hand(phone.page)];

  await laptop.page.goto(fresh.url);
  const card = laptop.page.locator('article[data-game="risk"]');
  await a.click(card.locator('.more'));
  await a.click(card.getByRole('button', { name: 'Play a friend' }));
  const dialog = laptop.page.locator('dialog');
  await a.type(dialog.locator('input').first(), 'Gil');
  await a.click(dialog.locator('button.main'));
  const code = await laptop.page.locator('[data-code]').getAttribute('data-code');
  await a.type(laptop.page.getByLabel('Somebody beside you?'), 'Otto');
  await a.click(laptop.page.getByRole('button', { name: 'Seat them here' }));
  await laptop.page.locator('li', { hasText: 'Otto' }).getByText('at this computer').waitFor();

  await phone.page.goto(fresh.url);
  await b.type(phone.page.getByLabel(/code or a link/), code);
  await b.click(button(phone.page, 'Join'));
  await b.type(phone.page.getByLabel('What shall we call you?'), 'Mia');
  await b.click(button(phone.page, 'Sit down and play'));
  for (const { page } of [laptop, phone]) await page.locator('.match [data-cell]').first().waitFor();
  const playing = performance.now();

  const s = (ms) => (ms / 1000).toFixed(1);
  console.log(`  program up after ${s(served - begun)} s, in the game ${s(playing - served)} s later; laptop ${a.counted.clicks} clicks and ${a.counted.words} words, phone ${b.counted.clicks} clicks and ${b.counted.words} words`);
  assert.ok(playing - begun < MINUTE_S * 1000, `${s(playing - begun)} s`);
  assert.ok(a.counted.clicks + b.counted.clicks <= 8, 'few clicks');
  for (const name of ['Gil', 'Otto', 'Mia']) await phone.page.locator('.player').getByText(name).first().waitFor();

  // They play on until everybody has had a turn with something to hide: curtains on the laptop, none on the phone.
  const luck = dice(5);
  const { id } = laptop.frames.findLast((it) => it.table?.status === 'running').table;
  const curtains = () => laptop.frames.filter((it) => it.type === 'curtain').length;
  for (let i = 0; i < 900 && curtains() < 3; i += 1) {
    for (const { page } of [laptop, phone]) {
      if ((await page.locator('[data-lift]').count()) > 0) await page.locator('[data-lift]').click();
      else if ((await page.locator('[data-hand]').count()) > 0) await page.locator('[data-hand]').click();
      else if (await onTurn(page)) await move(page, luck, id);
    }
  }
  assert.ok(curtains() >= 3, `${curtains()} curtains`);
  const theirs = phone.frames.find((it) => it.type === 'match').seat;
  assert.deepEqual([...eyes(phone.frames)], [theirs], 'the phone sees with its own eyes alone');
  assert.ok(!eyes(laptop.frames).has(theirs), 'and the laptop never with them');
  for (const { context, wrong } of [laptop, phone]) {
    assert.deepEqual(wrong, []);
    await context.close();
  }
});

test('whoever waits asks somebody who is here to the table, and is told of the answer', async () => {
  const [a, b] = [await visitor(browser, house, 'Ann'), await visitor(browser, house, 'Ben', { locale: 'zh-CN' })];
  const id = await openTable(a, { game: 'obliteration', seats: 3, private: true });
  await b.page.goto(`${house.url}/rules/mars`);
  await a.page.goto(`${house.url}/t/${id}`);
  await a.page.getByRole('button', { name: `Invite ${b.name} to this table` }).click();
  await a.page.locator('[data-ask]').getByText('invited').waitFor();
  const notice = b.page.locator('[data-challenge]');
  await notice.getByText(`${a.name} 邀请你入座`).waitFor();
  await notice.getByRole('button', { name: '谢绝' }).click();
  await a.page.getByText(`${b.name} does not want to play`).waitFor();
  await notice.waitFor({ state: 'detached' });
  assert.ok(a.page.url().endsWith(id), 'the table waits on');
  // A click on a name of the front page offers the table before a new match.
  const c = await visitor(browser, house, 'Cy');
  await a.page.goto(house.url);
  await a.page.getByRole('button', { name: `Challenge ${c.name}` }).click();
  await a.page.locator(`dialog [data-invite="${id}"]`).click();
  await c.page.locator('[data-challenge]').getByText(`${a.name} invites you to a table: Obliteration`).waitFor();
  await c.page.locator('[data-challenge]').getByRole('button', { name: 'Accept' }).click();
  await c.page.waitForURL(`${house.url}/t/${id}`);
  await a.page.goto(`${house.url}/t/${id}`);
  await a.page.locator('li', { hasText: c.name }).first().waitFor();
  await leave(a, b, c);
});
