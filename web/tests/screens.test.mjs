// Every screen: axe, phone width, light and dark, Chinese, keyboard only, size, a killed server.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { House, launch, openTable, visitor } from './house.mjs';

const PICTURES = new URL('../../docs/pictures/', import.meta.url).pathname;
const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const GAMES = ['marelles', 'coexistence', 'obliteration', 'mars', 'risk'];
const MOST_BYTES = 150 * 1024;

let house;
let browser;
before(async () => {
  house = await new House().open();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await house?.close();
});

async function axe(page, where) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const words = serious.slice(0, 6).map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
  assert.deepEqual(words, [], where);
}

async function narrow(page, where) {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= screen, `${where}: ${content} pixels wide on a screen of ${screen}`);
}

/** Every screen of the page, one after the other. */
async function* screens(person) {
  const { page } = person;
  yield 'front';
  for (const path of ['/settings', '/top/risk', '/nowhere', '/t/nothing00000', `/player/${encodeURIComponent(person.name)}`, ...GAMES.map((it) => `/new/${it}`), ...GAMES.map((it) => `/rules/${it}`)]) {
    await page.goto(house.url + path);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    yield path;
  }
  const table = await openTable(person, { game: 'obliteration', seats: 4, private: true });
  await page.goto(`${house.url}/t/${table}`);
  await page.locator('.qr svg').waitFor();
  yield 'table';
  for (const game of GAMES) {
    const id = await openTable(person, { game, bots: ['beginner'], clock: { type: 'per_move', seconds: 600 } });
    await page.goto(`${house.url}/t/${id}`);
    await page.locator('.match [data-cell]').first().waitFor();
    // Fading words are no text to be judged by their contrast.
    await page.addStyleTag({ content: '.flash { display: none }' });
    yield game;
  }
}

for (const scheme of ['light', 'dark']) {
  test(`axe finds nothing serious on any screen, ${scheme}`, async () => {
    const person = await visitor(browser, house, 'Ann', { colorScheme: scheme, reducedMotion: 'reduce' });
    for await (const where of screens(person)) await axe(person.page, `${where}, ${scheme}`);
    assert.deepEqual(person.wrong, []);
    await person.context.close();
  });
}

test('the name dialog passes axe', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(house.url);
  await page.locator('dialog').waitFor();
  await axe(page, 'dialog');
  await context.close();
});

test('nothing is wider than a phone of 360 pixels, in both languages', async () => {
  const person = await visitor(browser, house, 'Ann', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, colorScheme: 'dark', reducedMotion: 'reduce' });
  for (const language of ['en', 'zh']) {
    await person.page.evaluate((it) => localStorage.setItem('parlor.lang', it), language);
    await person.page.goto(house.url);
    await person.page.locator('article').first().waitFor();
    for await (const where of screens(person)) {
      await narrow(person.page, `${where}, ${language}`);
      if (where === 'obliteration' && language === 'en') await person.page.screenshot({ path: `${PICTURES}phone.png` });
    }
  }
  assert.deepEqual(person.wrong, []);
  await person.context.close();
});

test('a tap plays on a phone', async () => {
  const { page, context } = await visitor(browser, house, 'Ann', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await page.locator('article[data-game=marelles] button.main').tap();
  await page.locator('[data-cell=D6]').tap();
  await page.locator('.match:not([data-seq="0"])').waitFor();
  await context.close();
});

test('Chinese is complete and can be switched', async () => {
  const person = await visitor(browser, house, 'Ann');
  const { page } = person;
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('heading', { name: '玩点什么?' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN');
  await page.screenshot({ path: `${PICTURES}chinese.png` });
  const allowed = new RegExp(`(Ann|Ben|Cleo|Eve) \\w+ \\w+|Parlor|English|QR|https?\\S*|localhost|parlor verify|\\b[A-Z]{1,3}\\d?\\b|x?[A-G]\\d(-[A-G]\\d)?|\\d+,\\d+(-\\d+,\\d+)?|claim \\w+`, 'g');
  for await (const where of screens(person)) {
    if (where.startsWith('/nowhere')) continue;
    // Names of divisions and towns are names.
    const text = await page.evaluate(() => Array.from(document.querySelectorAll('main, header')).map((it) => it.innerText).join('\n'));
    const left = text.replace(allowed, '').match(where === 'mars' ? /\b(turn|your|the|a|of|move|play|log|chat)\b/gi : /[a-z]{4,}/gi) ?? [];
    assert.deepEqual(left, [], `English is left on ${where}`);
  }
  await page.goto(house.url);
  await page.locator('article').first().waitFor();
  const id = await openTable(person, { game: 'marelles', bots: ['beginner'] });
  await page.goto(`${house.url}/t/${id}`);
  await page.locator('[data-cell=D6]').click();
  await page.getByText('落子 D6').waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('YOUR TURN').first().waitFor();
  await person.context.close();
});

test('keyboard only: from the front page to moves in every game', async () => {
  const person = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' });
  const { page } = person;
  for (const game of GAMES) {
    await page.goto(house.url);
    const button = page.locator(`article[data-game=${game}] button.main`);
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('.pill.turn').waitFor();
    const before = Number(await page.locator('.match').getAttribute('data-seq'));
    // Tab until the board has the focus: it is a single stop.
    for (let i = 0; i < 40; i += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.hasAttribute('data-cell'))) break;
    }
    const played = async () => Number(await page.locator('.match').getAttribute('data-seq')) > before;
    for (let i = 0; i < 40 && !(await played()); i += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.press(['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown'][i % 6]);
      await page.waitForTimeout(40);
    }
    assert.ok(await played(), `${game}: no move by keyboard`);
    // The box takes the game's notation.
    await page.locator('.pill.turn').waitFor();
    const seq = Number(await page.locator('.match').getAttribute('data-seq'));
    const move = await page.evaluate((path) => fetch(path).then((it) => it.json()).then((it) => it.legal[0]), `/api/v1${new URL(page.url()).pathname.replace('/t/', '/matches/')}`);
    await page.getByLabel('Type a move').focus();
    await page.keyboard.type(`  ${move.toUpperCase()} `);
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => Number(document.querySelector('.match')?.getAttribute('data-seq')) > n, seq);
  }
  assert.deepEqual(person.wrong, []);
  await person.context.close();
});

test('bad input is answered with a sentence', async () => {
  const person = await visitor(browser, house, 'Ann');
  const { page } = person;
  await page.goto(`${house.url}/t/nosuchtable1`);
  await page.getByText('There is no such table').waitFor();
  await page.goto(house.url);
  await page.locator('article[data-game=marelles] button.main').click();
  await page.getByLabel('Type a move').fill('Z9 nonsense');
  await page.keyboard.press('Enter');
  await page.locator('.toasts .wrong').waitFor();
  const id = await openTable(person, { game: 'coexistence', private: true });
  const stranger = await visitor(browser, house, 'Eve');
  await stranger.page.goto(`${house.url}/t/${id}`);
  await stranger.page.getByText('invitation only').waitFor();
  const taken = await browser.newContext();
  const other = await taken.newPage();
  await page.goto(`${house.url}/settings`);
  await page.locator('input[type=password]').fill('correct horse battery');
  await page.getByRole('button', { name: 'Protect the name' }).click();
  await page.getByText('The name is protected').waitFor();
  await other.goto(house.url);
  await other.locator('dialog input').fill(person.name);
  await other.locator('dialog button.main').click();
  await other.locator('dialog [role=alert]').waitFor();
  await other.locator('dialog input[type=password]').waitFor();
  assert.deepEqual(person.wrong, []);
  for (const it of [person.context, stranger.context, taken]) await it.close();
});

test('the front page and one board weigh at most 150 kB compressed', async () => {
  for (const game of GAMES) {
    const { page, context } = await visitor(browser, house, 'Ann');
    let bytes = 0;
    const seen = [];
    page.on('response', async (response) => {
      if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
      const weight = gzipSync(await response.body(), { level: 9 }).length;
      bytes += weight;
      seen.push(`${new URL(response.url()).pathname} ${weight}`);
    });
    await page.reload();
    await page.locator(`article[data-game=${game}] button.main`).click();
    await page.locator('.match [data-cell]').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.ok(bytes > 10_000, 'something was measured');
    assert.ok(bytes <= MOST_BYTES, `${game}: ${bytes} bytes: ${seen.join(', ')}`);
    await context.close();
  }
});

test('the first picture comes within a second', async () => {
  const person = await visitor(browser, house, 'Ann');
  await person.page.screenshot({ path: `${PICTURES}front.png`, scale: 'css' });
  const start = Date.now();
  await person.page.goto(house.url);
  await person.page.locator('article svg').first().waitFor();
  assert.ok(Date.now() - start < 1000 * Number(process.env.SLOW_MACHINE ?? 3), `${Date.now() - start} ms`);
  await person.context.close();
});

test('the pictures are small', () => {
  for (const file of readdirSync(PICTURES).filter((it) => it.endsWith('.png'))) {
    const { size } = statSync(PICTURES + file);
    assert.ok(size < 150 * 1024, `${file} has ${size} bytes`);
  }
});

test('a killed server: the banner says so, and the move made meanwhile arrives once', async () => {
  const own = await new House().open();
  try {
    const { page, context, wrong } = await visitor(browser, own, 'Ann');
    await page.locator('article[data-game=marelles] button.main').click();
    await page.locator('[data-cell=D6]').click();
    await page.locator('.match[data-seq="2"]').waitFor();
    await own.kill();
    await page.getByText('The connection is lost').waitFor();
    await page.locator('[data-cell].act:has(.hint)').first().click();
    await page.getByText('sending…').waitFor();
    await own.open();
    await page.getByText('The connection is lost').waitFor({ state: 'hidden', timeout: 20_000 });
    await page.locator('.match[data-seq="4"]').waitFor();
    assert.equal(await page.locator('[role=log] button').count(), 4, 'every move is in the log once');
    assert.deepEqual(wrong, []);
    await context.close();
  } finally {
    await own.close();
  }
});
