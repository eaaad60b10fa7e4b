// Whoever answers for the house, at the page; and everybody else, who may not.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { axe } from './axe.mjs';
import { PROGRAM, opened, visitor } from './house.mjs';

const { house, browser } = await opened();
const KEY = 'a long way to Tipperary';

function admin(...words) {
  const env = { ...process.env };
  delete env.PARLOR_BIN;
  const done = spawnSync(PROGRAM, ['admin', '--database', house.database, ...words], { encoding: 'utf8', env, cwd: house.folder });
  assert.equal(done.status, 0, done.stderr);
  return done.stdout;
}

test('an operator finds, bans and forgives somebody, and it is written down', async () => {
  const olga = await visitor(browser, house, 'Olga');
  const bo = await visitor(browser, house, 'Bo');
  await bo.page.goto(`${house.url}/admin`);
  await bo.page.getByText('This page is for those who answer for the house.').waitFor();
  const secured = await olga.page.evaluate(async (key) => {
    const body = JSON.stringify({ new: key });
    return (await fetch('/api/v1/me/password', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;
  }, KEY);
  assert.equal(secured, 200);
  admin('operator', olga.name);

  const { page } = olga;
  await page.goto(`${house.url}/admin`);
  await page.getByRole('searchbox').fill(bo.name);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: bo.name }).click();
  await axe(page, 'the operator looks at somebody');
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByLabel(/Reason/).fill('spoils games');
  await page.getByLabel(/Hours/).fill('5');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('spoils games').waitFor();
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/admin.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${process.env.SHOTS}/admin-phone.png` });
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  // Bo's session has ended and a new one is refused, with the reason.
  const again = await bo.page.evaluate(async (name) => {
    const body = JSON.stringify({ name });
    return (await fetch('/api/v1/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
  }, bo.name);
  assert.equal(again.error.code, 'people/banned');
  assert.match(again.error.message, /spoils games/);

  await page.getByRole('tab', { name: 'Bans' }).click();
  await page.getByText(bo.name).waitFor();
  await page.getByRole('button', { name: 'Lift' }).click();
  await page.getByText('Nothing here.').waitFor();
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByRole('cell', { name: 'unban' }).waitFor();
  await axe(page, 'the list of acts');
  assert.match(admin('audit'), /unban/);
  assert.deepEqual(olga.wrong, []);
});

test('a link that is none says so, and asks for a password first', async () => {
  const eve = await visitor(browser, house, 'Eve');
  await eve.page.goto(`${house.url}/admin#nonsense`);
  await eve.page.getByLabel(/New password/).fill(KEY);
  await axe(eve.page, 'somebody is about to become the operator');
  await eve.page.getByRole('button', { name: new RegExp(`Make ${eve.name}`) }).click();
  await eve.page.getByRole('alert').waitFor();
  // The password is there already: nobody is asked twice.
  assert.equal(await eve.page.getByLabel(/New password/).count(), 0);
  assert.deepEqual(eve.wrong, []);
});
