// A house that is not open to everybody: invitations, a group, and its cards.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { axe } from './axe.mjs';
import { PROGRAM, opened } from './house.mjs';

const { house, browser } = await opened({
  env: {
    PARLOR_SIGN_UP: 'invited', PARLOR_HOUSE_NAME: 'Chess club', PARLOR_HOUSE_COLOUR: '#203050',
    PARLOR_ANNOUNCEMENT: 'Thursday at seven',
  },
});
const KEY = 'a long way to Tipperary';
const PUPILS = Array.from({ length: 30 }, (_, i) => `Pupil ${i + 1}`);

function admin(...words) {
  const env = { ...process.env };
  delete env.PARLOR_BIN;
  const done = spawnSync(PROGRAM, ['admin', '--json', '--database', house.database, ...words], { encoding: 'utf8', env, cwd: house.folder });
  assert.equal(done.status, 0, done.stderr);
  return JSON.parse(done.stdout);
}

async function page(viewport = { width: 1280, height: 900 }) {
  const context = await browser.newContext({ locale: 'en-GB', viewport });
  const found = await context.newPage();
  found.on('pageerror', (error) => assert.fail(error));
  return found;
}

async function shot(of, name) {
  if (process.env.SHOTS) await of.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

test('a stranger is told that the house takes people by invitation, and how it is called', async () => {
  const stranger = await page();
  await stranger.goto(house.url);
  await stranger.getByText('Thursday at seven').waitFor();
  await stranger.getByRole('link', { name: /Chess club/ }).waitFor();
  assert.equal(await stranger.title(), 'Chess club');
  const colour = await stranger.locator('header').evaluate((it) => getComputedStyle(it).backgroundColor);
  assert.equal(colour, 'rgb(32, 48, 80)');
  await axe(stranger, 'the front page of a closed house');
  await shot(stranger, 'closed-front');
  await stranger.getByRole('heading', { name: 'Chess club' }).waitFor();
  await stranger.getByText('Ask whoever runs the house for a link').waitFor();
  await stranger.locator('main input.name').fill('Zed');
  await stranger.getByRole('button', { name: 'Come in' }).click();
  await stranger.getByText('this house is not open to new names').waitFor();
  await shot(await phone(), 'closed-front-phone');
});

/** The front page as a stranger's phone shows it. */
async function phone() {
  const small = await page({ width: 390, height: 844 });
  await small.goto(house.url);
  await small.getByRole('heading', { name: 'Chess club' }).waitFor();
  return small;
}

test('an invited leader prints cards, and a pupil is in by one tap', async () => {
  const olga = await page();
  await olga.goto(house.url + admin('invite', 'for Olga').path);
  await olga.locator('form .name').fill('Olga');
  await axe(olga, 'an invitation');
  await shot(olga, 'welcome');
  await olga.getByRole('button', { name: 'Come in' }).click();
  await olga.getByText('Thursday at seven').waitFor();
  const secured = await olga.evaluate(async (key) => {
    const body = JSON.stringify({ new: key });
    return (await fetch('/api/v1/me/password', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;
  }, KEY);
  assert.equal(secured, 200);
  admin('operator', 'Olga');

  await olga.goto(`${house.url}/admin`);
  await olga.getByRole('tab', { name: 'Doors' }).click();
  await olga.getByLabel('Name, such as a class').fill('Class 5b');
  await olga.getByLabel('Led by').fill('Olga');
  await olga.getByRole('button', { name: 'Make a group' }).click();
  await olga.getByText('led by Olga').waitFor();
  await olga.getByRole('button', { name: 'Make a link' }).click();
  await olga.getByText('/welcome#').waitFor();
  await axe(olga, 'the doors of the house');
  await shot(olga, 'doors');

  await olga.goto(`${house.url}/groups`);
  await olga.getByLabel('New people').fill(PUPILS.join('\n'));
  const answered = olga.waitForResponse((it) => it.url().endsWith('/cards'));
  await olga.getByRole('button', { name: 'Make cards' }).click();
  const { cards } = await (await answered).json();
  assert.equal(cards.length, PUPILS.length);
  await olga.getByRole('img').nth(PUPILS.length - 1).waitFor();
  await axe(olga, 'the cards of a group');
  await shot(olga, 'cards');
  await olga.emulateMedia({ media: 'print' });
  assert.equal(await olga.locator('header').isVisible(), false);
  assert.equal(await olga.getByText('Pupil 30', { exact: true }).first().isVisible(), true);
  await shot(olga, 'cards-print');

  const pupil = await page({ width: 390, height: 844 });
  await pupil.goto(`${house.url}/use#${cards[6].code}`);
  await pupil.locator('button.main').click();
  await pupil.waitForURL(`${house.url}/`);
  const me = await pupil.evaluate(async () => (await fetch('/api/v1/session')).json());
  assert.equal(me.name, 'Pupil 7');

  await olga.emulateMedia({ media: 'screen' });
  await olga.getByRole('button', { name: 'Remove Pupil 7', exact: true }).click();
  await olga.getByText('Remove Pupil 7 from Class 5b?').waitFor();
  await axe(olga, 'removing somebody from a group');
  await shot(olga, 'remove-member');
  await olga.locator('dialog button.main').click();
  await olga.getByText('Pupil 7 does not belong to Class 5b any more.').waitFor();
  assert.equal(await olga.getByRole('button', { name: 'Remove Pupil 7', exact: true }).count(), 0);
  assert.equal(await olga.getByRole('button', { name: 'Remove Pupil 8', exact: true }).count(), 1);
  // The pupil's page is outside from then on.
  await pupil.getByRole('heading', { name: 'Chess club' }).waitFor();
});

test('a stranger sees nobody, but the table of a code', async () => {
  const host = await page();
  await host.goto(house.url + admin('invite', 'for Xanthippe').path);
  await host.locator('form .name').fill('Xanthippe');
  await host.getByRole('button', { name: 'Come in' }).click();
  await host.getByText('Thursday at seven').waitFor();
  const table = await host.evaluate(async () => {
    const body = JSON.stringify({ game: 'marelles' });
    return (await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
  });
  assert.match(table.code, /^[A-Z]{5}$/);
  // Somebody who belongs to the house sees the table on the front page.
  await host.locator('li', { hasText: 'Xanthippe' }).first().waitFor();

  const stranger = await page();
  const heard = [];
  stranger.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  stranger.on('response', async (answer) => heard.push(await answer.text().catch(() => '')));
  for (const path of ['/', '/top', '/player/Xanthippe', '/games']) {
    await stranger.goto(house.url + path);
    await stranger.getByRole('heading', { name: 'Chess club' }).waitFor();
  }
  await stranger.goto(`${house.url}/t/${table.id}`);
  await stranger.getByText('those who have come in').waitFor();
  await shot(stranger, 'closed-table');
  const named = heard.filter((it) => it.includes('Xanthippe') && !it.includes('<html'));
  assert.deepEqual(named, []);

  await stranger.goto(house.url);
  await stranger.getByLabel('A friend sent a code or a link?').fill(table.code);
  await stranger.getByRole('button', { name: 'Join' }).click();
  await stranger.getByText('Xanthippe').first().waitFor();
  await shot(stranger, 'closed-by-code');
});
