// `make bench-page`: the page against what is asked of it: bytes, first picture, frames, shifts, thumbs, sounds.
import { hear } from './hearing.mjs';
import { House, launch, openTable, visitor } from './house.mjs';
import { ask, GAMES } from './screens.mjs';

const VISITS = 9;
const MOVES = Number(process.env.MOVES ?? 12);
const KB = 1024;
const LAPTOP = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const rows = [];
const note = (what, measured, asked, good) => {
  rows.push({ what, measured, asked, met: good ? 'yes' : 'NO' });
  console.log(`${what}: ${measured} (asked: ${asked})${good ? '' : '  <- not met'}`);
};
const middle = (list, part = 0.5) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))];

const house = await new House().open();
const browser = await launch();

/** Counts what comes over the wire, headers included, as the browser saw it: packed. */
async function counted(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sum = { bytes: 0, api: 0 };
  const paths = new Map();
  cdp.on('Network.responseReceived', ({ requestId, response }) => paths.set(requestId, new URL(response.url).pathname));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sum.bytes += encodedDataLength;
    if (paths.get(requestId)?.startsWith('/api')) sum.api += encodedDataLength;
  });
  cdp.on('Network.webSocketFrameReceived', ({ response }) => {
    sum.bytes += response.payloadData.length;
    sum.api += response.payloadData.length;
  });
  return sum;
}

const sit = async (person, game, table = {}) => {
  const id = await openTable(person, { game, bots: ['beginner'], ...table });
  await person.page.goto(`${house.url}/t/${id}`);
  await person.page.locator('.match [data-cell]').first().waitFor();
  return id;
};

/** Plays through the API, as another tab would: the page only follows. */
async function playOn(page, id, most, pause) {
  for (let n = 0; n < most; ) {
    const seen = await ask(page, `/matches/${id}`);
    if (seen.outcome) return n;
    if (!seen.to_act.includes(seen.seat)) {
      await page.waitForTimeout(30);
      continue;
    }
    const answer = await ask(page, `/matches/${id}/play`, { seq: seen.seq, action: seen.legal[(n * 7) % seen.legal.length] });
    if (answer?.error) return n;
    n += 1;
    if (pause) await page.waitForTimeout(pause);
  }
  return most;
}

async function weight() {
  // A house in which something is going on: ten matches on the front page.
  const host = await visitor(browser, house, 'Ann');
  for (let n = 0; n < 10; n += 1) {
    const id = await openTable(host, { game: GAMES[n % 5], bots: ['beginner'] });
    await playOn(host.page, id, 4);
  }
  const context = await browser.newContext({ locale: 'en-GB', ...LAPTOP });
  const page = await context.newPage();
  const sum = await counted(page);
  await page.goto(house.url);
  // Not before the positions are there, which come last.
  await page.locator('.tiles [data-live]').nth(3).waitFor();
  await page.waitForTimeout(600);
  const kb = (n) => `${(n / KB).toFixed(1)} KB`;
  note('front page, ten matches running, API answers included', `${kb(sum.bytes)} (${kb(sum.api)} of them API)`, '100 KB', sum.bytes <= 100 * KB);
  await context.close();
  for (const game of GAMES) {
    const person = await visitor(browser, house, 'Ben', LAPTOP);
    const id = await openTable(person, { game, bots: ['beginner'] });
    const all = await counted(person.page);
    await person.page.goto(`${house.url}/t/${id}`);
    await person.page.locator('.match [data-cell]').first().waitFor();
    await person.page.waitForLoadState('networkidle');
    note(`${game}: its board opened by a link, everything`, `${kb(all.bytes)} (${kb(all.api)} of them API)`, '200 KB', all.bytes <= 200 * KB);
    await person.context.close();
  }
  await host.context.close();
}

async function paint() {
  const [first, largest] = [[], []];
  for (let visit = 0; visit < VISITS; visit += 1) {
    // Nothing is kept from one visit to the next.
    const context = await browser.newContext(LAPTOP);
    const page = await context.newPage();
    await page.goto(house.url);
    await page.locator('article svg, article img').first().waitFor();
    await page.waitForLoadState('networkidle');
    first.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    largest.push(await page.evaluate(() => new Promise((settle) => new PerformanceObserver((list) => settle(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))));
    await context.close();
  }
  for (const [what, list] of [['first contentful paint', first], ['largest contentful paint', largest]]) {
    note(`${what} of ${VISITS} first visits`, `median ${Math.round(middle(list))} ms, ${Math.round(Math.min(...list))} to ${Math.round(Math.max(...list))}`, '500 ms', middle(list) <= 500);
  }
}

async function frames() {
  for (const game of GAMES) {
    const person = await visitor(browser, house, 'Cleo', LAPTOP);
    const { page } = person;
    const id = await sit(person, game);
    await page.waitForTimeout(1500);
    await page.evaluate(() => {
      globalThis.frames = [];
      let last = performance.now();
      const tick = (now) => {
        globalThis.frames.push(now - last);
        last = now;
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    await playOn(page, id, MOVES, 700);
    const times = (await page.evaluate(() => globalThis.frames)).slice(1);
    const late = times.filter((it) => it > 34).length / times.length;
    note(`${game}: frames during ${MOVES} moves`, `median ${middle(times).toFixed(1)} ms, 95 % within ${middle(times, 0.95).toFixed(1)} ms, ${(late * 100).toFixed(1)} % later than two`, '16.7 ms, 95 % within 17.5', middle(times, 0.95) <= 17.5);
    await person.context.close();
  }
}

async function shifts() {
  for (const game of GAMES) {
    const person = await visitor(browser, house, 'Dora', { ...LAPTOP, reducedMotion: 'reduce' });
    const { page } = person;
    const id = await sit(person, game);
    await page.waitForTimeout(800);
    await page.evaluate(() => {
      globalThis.shift = { sum: 0, worst: [] };
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          globalThis.shift.sum += entry.value;
          globalThis.shift.worst.push([entry.value, entry.sources.map(({ node }) => `${node?.nodeName}.${node?.className?.baseVal ?? node?.className ?? ''}`).join(' ')]);
        }
      }).observe({ type: 'layout-shift' });
    });
    const moves = await playOn(page, id, 400);
    await page.waitForTimeout(500);
    const { sum, worst } = await page.evaluate(() => globalThis.shift);
    note(`${game}: layout shift over ${moves} own moves`, sum.toFixed(4), '0.02', sum <= 0.02);
    if (sum > 0.02) for (const [value, what] of worst.toSorted((a, b) => b[0] - a[0]).slice(0, 4)) console.log(`    ${value.toFixed(4)} ${what}`);
    await person.context.close();
  }
}

async function thumbs() {
  for (const game of GAMES) {
    const person = await visitor(browser, house, 'Eve', { ...PHONE, reducedMotion: 'reduce' });
    await sit(person, game);
    await person.page.waitForTimeout(800);
    const [cells, buttons] = await person.page.evaluate(() => {
      const sizes = (list) => list.filter((it) => it.checkVisibility({ visibilityProperty: true })).map((it) => it.getBoundingClientRect()).filter((it) => it.width > 0 && it.bottom > 0 && it.right > 0 && it.top < innerHeight && it.left < innerWidth).map((it) => Math.min(it.width, it.height));
      return [sizes([...document.querySelectorAll('.stage [data-cell].act, .stage [data-cell].mine')]), sizes([...document.querySelectorAll('.match button, .match summary, .match input')].filter((it) => !it.closest('[role=log], .stage')))];
    });
    const least = (list) => (list.length === 0 ? Infinity : Math.min(...list));
    // A board of smaller places comes closer by itself when one of them is touched.
    let close = least(cells);
    if (close < 39.5) {
      await person.page.locator('.stage [data-cell].act').first().tap();
      await person.page.waitForTimeout(800);
      close = least(await person.page.evaluate(() => [...document.querySelectorAll('.stage [data-cell].target')].map((it) => it.getBoundingClientRect().width)));
    }
    const board = `board at least ${least(cells).toFixed(0)} px (${cells.length})${close === least(cells) ? '' : `, ${close.toFixed(0)} px after a touch`}`;
    note(`${game} on a phone: what can be touched`, `${board}, buttons at least ${least(buttons).toFixed(0)} px (${buttons.length})`, '40 px', Math.min(close, least(buttons)) >= 39.5);
    await person.context.close();
  }
}

/** Every sound and tune, from the page's own code, at full volume: no one has to listen. */
async function sounds() {
  const { sounds: heard, music } = await hear(browser);
  const line = (it) => `${it.seconds.toFixed(2)} s | ${it.peak.toFixed(1)} | ${it.loud.toFixed(1)} | ${Math.round(it.centroid)} | ${(it.high * 100).toFixed(2)} %`;
  for (const [set, name, it] of heard) console.log(`| ${set}: ${name} | ${line(it)} |`);
  for (const [tune, it] of music) console.log(`| music of ${tune} | ${line(it)} |`);
  const all = heard.map(([, , it]) => it);
  const levels = all.map((it) => it.loud);
  note('sounds: highest peak', `${Math.max(...all.map((it) => it.peak)).toFixed(1)} dBFS`, '-5', all.every((it) => it.peak <= -5));
  note('sounds: loudest 400 ms', `${Math.min(...levels).toFixed(1)} to ${Math.max(...levels).toFixed(1)} LUFS`, '-39 to -24', levels.every((it) => it >= -39 && it <= -24));
  note('sounds: energy above 4 kHz', `at most ${(100 * Math.max(...all.map((it) => it.high))).toFixed(1)} %`, '3 %', all.every((it) => it.high <= 0.03));
  note('music: loudest 400 ms', `${Math.min(...music.map(([, it]) => it.loud)).toFixed(1)} to ${Math.max(...music.map(([, it]) => it.loud)).toFixed(1)} LUFS`, '-39 to -27', music.every(([, it]) => it.loud <= -27 && it.loud >= -39));
}

try {
  const parts = { weight, paint, frames, shifts, thumbs, sounds };
  const wanted = process.argv.slice(2);
  for (const [name, part] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await part();
  console.log('');
  console.log('| what | measured | asked | met |');
  console.log('|---|---|---|---|');
  for (const { what, measured, asked, met } of rows) console.log(`| ${what} | ${measured} | ${asked} | ${met} |`);
} finally {
  await browser.close();
  await house.close();
}
