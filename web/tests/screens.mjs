// Every screen of the page, one after the other, with what opens on it.
import { openTable } from './house.mjs';

export const GAMES = ['marelles', 'coexistence', 'obliteration', 'mars', 'risk'];

/** A request to the API under this person's name. */
export const ask = (page, path, body) =>
  page.evaluate(async ([to, it]) => {
    const init = it === null ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(it) };
    const answer = await fetch(`/api/v1${to}`, init);
    return answer.json().catch(() => null);
  }, [path, body ?? null]);

/** Nothing is being fetched that the screen waits for. */
const settled = (page) => page.waitForFunction(() => !/Loading…|加载中/.test(document.body.innerText));

async function open(house, page, path, wait = 'h1') {
  await page.goto(house.url + path);
  await page.locator(wait).first().waitFor();
  await settled(page);
  // Fading words are no text to be judged by their contrast.
  await page.addStyleTag({ content: '.flash { display: none }' });
}

const closeDialog = (page) => page.locator('dialog[open] button').first().click();

async function* match(house, person, game) {
  const { page } = person;
  const id = await openTable(person, { game, bots: ['beginner'], clock: { type: 'per_move', seconds: 600 } });
  await open(house, page, `/t/${id}`, '.match [data-cell]');
  yield game;
  await page.locator('.player:has(.you) .who').click();
  await page.locator('dialog[open] h3').first().waitFor();
  await settled(page);
  yield `${game}, profile`;
  await closeDialog(page);
  await page.locator('.tools button').first().click();
  await page.locator('dialog[open] .rules h2').first().waitFor();
  yield `${game}, help`;
  await closeDialog(page);
  if (game === 'risk') {
    await page.locator('.zoom [aria-expanded]').click();
    await page.locator('.map .list').waitFor();
    yield 'risk, list';
  }
  await ask(page, '/commands', { type: 'resign', match: id });
  await page.locator('.end').waitFor();
  yield `${game}, end`;
  await page.locator('#tab-replay').click();
  if (game === 'marelles') return;
  await page.locator('[aria-labelledby=dice] button').click();
  await page.locator('[aria-labelledby=dice] dl').waitFor();
  await page.locator('[aria-labelledby=dice] [role=status]').waitFor();
  yield `${game}, dice and replay`;
}

export async function* screens(house, person) {
  const { page } = person;
  yield 'front';
  await page.locator('article .more').first().click();
  await page.locator('article .ways').waitFor();
  yield 'front, ways to play';
  for (const path of ['/settings', '/games', '/top/risk', '/nowhere', '/t/nothing00000', `/player/${encodeURIComponent(person.name)}`, ...GAMES.map((it) => `/new/${it}`), ...GAMES.map((it) => `/analyse/${it}`), ...GAMES.map((it) => `/rules/${it}`), '/puzzles', ...['marelles', 'coexistence', 'obliteration'].map((it) => `/puzzles/${it}`), '/menu/mars']) {
    await open(house, page, path);
    yield path;
  }
  for (const at of [0, 2]) {
    await page.locator('main .buttons button').nth(at).click();
    await page.locator('dialog[open]').waitFor();
    yield ['/menu/mars, join', '', '/menu/mars, credits'][at];
    await closeDialog(page);
  }
  const table = await openTable(person, { game: 'obliteration', seats: 4, private: true });
  await open(house, page, `/t/${table}`, '.qr svg');
  yield 'table';
  await ask(page, '/commands', { type: 'leave', table });
  const ready = await openTable(person, { game: 'mars', bots: ['beginner'], confirm: true });
  await open(house, page, `/t/${ready}`, '.start');
  yield 'table, click to start';
  await ask(page, '/commands', { type: 'leave', table: ready });
  for (const game of GAMES) yield* match(house, person, game);
}
