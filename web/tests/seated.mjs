// People at a running match, and what must hold for their pages.
import assert from 'node:assert/strict';
import { openTable, visitor } from './house.mjs';

/** Two people at a match and a third who watches. */
export async function sitDown(browser, house, game, table) {
  const host = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' });
  const guest = await visitor(browser, house, 'Ben', { reducedMotion: 'reduce' });
  const id = await openTable(host, { game, ...table });
  await host.page.goto(`${house.url}/t/${id}`);
  await guest.page.goto(`${house.url}/t/${id}`);
  await guest.page.getByRole('button', { name: 'Sit down and play', exact: true }).click();
  for (const { page } of [host, guest]) await page.locator('.match [data-cell]').first().waitFor();
  const watcher = await visitor(browser, house, 'Cleo');
  await watcher.page.goto(`${house.url}/t/${id}`);
  await watcher.page.locator('.match [data-cell]').first().waitFor();
  return { id, host, guest, watcher, people: [host, guest] };
}

export const fine = (...people) => {
  for (const person of people) {
    assert.deepEqual(person.wrong, [], `${person.name}: errors on the page`);
    assert.deepEqual(person.foreign, [], `${person.name}: requests to elsewhere`);
  }
};
