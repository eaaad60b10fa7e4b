// Three people in three browsers on three nodes play one match of Risk; two of the nodes die.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { House, launch, openTable, visitor } from './house.mjs';
import { dice, playOn } from './moves.mjs';
import { fine } from './seated.mjs';

const { PARLOR_TEST_POSTGRES: postgres, PARLOR_TEST_NATS: bus } = process.env;
const name = `parlor_web_${process.pid}`;
const sql = (statement) => execFileSync('psql', [postgres, '-qc', statement]);

let nodes = [];
let browser;
before(async () => {
  assert.ok(postgres && bus, 'needs PostgreSQL and NATS: run `make test`');
  sql(`CREATE DATABASE ${name}`);
  const database = postgres.replace(/[^/]*$/, name);
  for (let n = 0; n < 3; n += 1) nodes.push(await new House({ database, bus }).open());
  browser = await launch();
});
after(async () => {
  await browser?.close();
  for (const node of nodes) await node.close();
  sql(`DROP DATABASE ${name} WITH (FORCE)`);
});

const board = (page) => page.locator('.match [data-cell]').first().waitFor();
const seqOf = (page) => page.locator('.match').getAttribute('data-seq').then(Number);

test('one match of Risk across three nodes, two of which are killed', async () => {
  const people = [];
  for (const [i, name] of ['Ann', 'Ben', 'Cleo'].entries()) people.push(await visitor(browser, nodes[i], name, { reducedMotion: 'reduce' }));
  const [host, ...guests] = people;
  const id = await openTable(host, { game: 'risk', seats: 3 });
  await host.page.goto(`${nodes[0].url}/t/${id}`);
  for (const [i, { page }] of guests.entries()) {
    await page.goto(`${nodes[i + 1].url}/t/${id}`);
    await page.getByRole('button', { name: 'Sit down and play', exact: true }).click();
  }
  for (const { page } of people) await board(page);
  const luck = dice(5);
  assert.ok((await playOn(people, 'risk', { luck, most: 24 })) >= 24);

  // Said at one node, read at the others.
  for (const { page } of people) await page.locator('#tab-chat').click();
  const box = host.page.getByRole('textbox', { name: 'Say something' });
  await box.fill('I lost my connection');
  await box.press('Enter');
  for (const { page } of people) await page.getByText('I lost my connection').waitFor();

  await nodes[0].kill();
  await nodes[1].kill();
  for (const { page, foreign } of people.slice(0, 2)) {
    await page.goto(`${nodes[2].url}/t/${id}`);
    await board(page);
    await page.locator('#tab-chat').click();
    foreign.length = 0;
  }
  const before = await seqOf(guests[1].page);
  assert.ok(before >= 24);
  assert.ok((await playOn(people, 'risk', { luck, most: 24 })) >= 24, 'the match goes on');
  for (const { page } of people) {
    await page.waitForFunction((n) => Number(document.querySelector('.match')?.dataset.seq) >= n, before + 24);
    await page.getByText('I lost my connection').waitFor();
  }

  // To the end: two give up, the third has won.
  for (const { page } of people.slice(0, 2)) {
    const answer = await page.evaluate((match) => fetch('/api/v1/commands', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ type: 'resign', match }) }).then((it) => it.status), id);
    assert.equal(answer, 200);
  }
  await guests[1].page.getByRole('heading', { name: 'You won!' }).waitFor();
  for (const person of people) person.foreign.length = 0;
  fine(...people);
  for (const { context } of people) await context.close();
});
