// `parlor join`: the same board on servers that only speak frames.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { axe } from './axe.mjs';
import { frame, frameServer } from './frames.mjs';
import { House, launch, PROGRAM } from './house.mjs';
import { dice } from './moves.mjs';

let house;
let browser;
const children = [];
before(async () => {
  house = await new House({ frames: true }).open();
  browser = await launch();
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await browser?.close();
  await house?.close();
});

/** Starts the program as a person would, and opens the page it prints. */
async function join(server, options = {}) {
  const child = spawn(PROGRAM, ['join', 'coexistence', server, '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const address = await new Promise((settle, refuse) => {
    child.once('exit', () => refuse(new Error('parlor join ended')));
    child.stdout.once('data', (text) => settle(/http:\S+/.exec(String(text))[0]));
  });
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  await page.goto(address);
  return { page, context, child, wrong, leave: async () => { await context.close(); child.kill('SIGTERM'); } };
}

test('two pages play a whole match on our own port by clicking', async () => {
  const people = [await join(house.frames), await join(house.frames)];
  const luck = dice(5);
  for (const { page } of people) await page.locator('[data-cell]').first().waitFor();
  let moves = 0;
  for (let idle = 0; idle < 400 && !(await people[0].page.locator('.end').isVisible()); ) {
    let acted = false;
    for (const { page } of people) {
      if (!(await page.locator('.pill').isVisible())) continue;
      const own = page.locator('[data-cell^=own].act');
      const n = await own.count();
      if (n > 0) {
        await own.nth(Math.floor(luck() * n)).click();
        await page.locator('[data-cell^=foe].act').first().click();
      } else await page.locator('[data-pass]').click();
      await page.locator('.pill').waitFor({ state: 'detached' }).catch(() => undefined);
      moves += 1;
      acted = true;
    }
    idle = acted ? 0 : idle + 1;
    if (!acted) await people[0].page.waitForTimeout(20);
  }
  for (const { page, wrong } of people) {
    await page.locator('.end').waitFor();
    assert.deepEqual(wrong, []);
  }
  assert.ok(moves >= 8, `only ${moves} moves`);
  const heads = await Promise.all(people.map(({ page }) => page.locator('#end-title').innerText()));
  assert.ok(heads.every((it) => it === 'Nobody won') || heads.toSorted().join() === 'You lost,You won!', heads.join());
  await people[0].page.getByRole('button', { name: 'Play again' }).first().click();
  await people[0].page.getByText('Connected. Waiting for an opponent').waitFor();
  for (const { leave } of people) await leave();
});

test('a foreign server: clicks become letters, half frames are dropped, and its end is shown', async () => {
  const heard = [];
  const server = await frameServer((socket, commands) => {
    socket.write(frame({ log: 'wait a little' }));
    socket.write(frame({ own: 'A.....', enemy: 'H....W', turn: 'v', log: 'begin' }));
    commands((command) => {
      heard.push(command);
      socket.write(frame({ own: 'A.....', enemy: '.....W', turn: '^', log: 'never to be seen' }).slice(0, 400));
      socket.write(frame({ own: 'A.....', enemy: '.....W', scores: [9, 0], turn: '-', log: 'You win 9:0' }));
      socket.end();
    });
  });
  const { page, wrong, leave } = await join(server.address);
  await page.locator('[data-cell=own-A].act').click();
  await page.locator('[data-cell=foe-A].act').click();
  await page.getByRole('heading', { name: 'You won!' }).waitFor();
  assert.deepEqual(heard, ['AA']);
  assert.deepEqual(await page.locator('[role=log] p').allInnerTexts(), ['wait a little', 'begin', 'You win 9:0']);
  await axe(page, 'join, over');
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('heading', { name: '你赢了' }).waitFor();
  assert.deepEqual(wrong, []);
  await leave();
  await server.close();
});

test('refused, lost and garbage say so in a sentence, with a button', async () => {
  const nobody = await frameServer(() => undefined);
  await nobody.close();
  const { page, wrong, leave, child } = await join(nobody.address, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.getByText('The server cannot be reached').waitFor();
  await axe(page, 'join, refused');
  const visits = [];
  const server = await frameServer((socket) => {
    visits.push(socket);
    if (visits.length === 1) socket.write(frame({ own: 'A.....', enemy: 'H.....', turn: 'v' }), () => setTimeout(() => socket.destroy(), 100));
    else socket.write('<html>nothing to see</html>\n'.repeat(200));
  }, nobody.port);
  await page.getByRole('button', { name: 'Connect again' }).click();
  await page.getByText('has closed the connection').or(page.getByText('The connection broke')).waitFor();
  assert.equal(await page.locator('[data-cell].act').count(), 0, 'nothing to click without a connection');
  await axe(page, 'join, lost');
  await page.getByRole('button', { name: 'Connect again' }).click();
  await page.getByText('no CoExistence frames').waitFor();
  child.kill('SIGTERM');
  await page.getByText('is not running here').waitFor();
  assert.deepEqual(wrong, []);
  await leave();
  await server.close();
});
