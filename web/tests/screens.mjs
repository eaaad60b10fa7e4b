// Every screen of the page, one after the other.
import { openTable } from './house.mjs';

export const PICTURES = new URL('../../docs/pictures/', import.meta.url).pathname;
export const GAMES = ['marelles', 'coexistence', 'obliteration', 'mars', 'risk'];

export async function* screens(house, person) {
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

