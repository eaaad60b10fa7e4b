// A real server on a free port with a database of its own, and browsers to visit it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { chromium } from 'playwright-core';

export const PROGRAM = process.env.PARLOR_BIN ?? new URL('../../target/debug/parlor', import.meta.url).pathname;
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

function freePort() {
  return new Promise((settle, refuse) => {
    const probe = createServer();
    probe.once('error', refuse);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => settle(port));
    });
  });
}

export class House {
  folder = mkdtempSync(join(tmpdir(), 'parlor-web-'));
  #child = null;

  /** `everywhere` opens the house and its terminal lobby to the network; `frames` opens the port of the CoExistence frames, too; `database` and `bus` are for many nodes; `env` are other settings; `plain` leaves all settings as they are by default, the port excepted. */
  constructor({ frames = false, database = `sqlite:${this.folder}/p.db`, bus = null, everywhere = false, env = {}, plain = false } = {}) {
    this.plain = plain;
    this.env = env;
    this.everywhere = everywhere;
    this.wantsFrames = frames;
    this.database = database;
    this.bus = bus === null ? [] : ['--bus', bus];
  }

  async open() {
    this.port ??= await freePort();
    this.url = `http://127.0.0.1:${this.port}`;
    if (this.wantsFrames) this.frames ??= `127.0.0.1:${await freePort()}`;
    const terminal = this.everywhere ? `0.0.0.0:${await freePort()}` : '';
    const off = ['--coexistence', this.frames ?? '', '--marelles', '', '--terminal', terminal];
    // One address plays everybody here, so its limits are wide.
    const env = this.plain ? { ...process.env } : {
      ...process.env, PARLOR_SIGN_INS_PER_MINUTE: '100000', PARLOR_REQUESTS_PER_SECOND: '100000',
      PARLOR_MESSAGES_PER_SECOND: '10000', PARLOR_SOCKETS_PER_ADDRESS: '10000', PARLOR_BOT_PAUSE_MS: '50', ...this.env,
    };
    // The program reads every PARLOR_ variable as a setting.
    delete env.PARLOR_BIN;
    const args = ['serve', '--listen', `${this.everywhere ? '0.0.0.0' : '127.0.0.1'}:${this.port}`, '--database', this.database, ...this.bus, ...off];
    this.#child = spawn(PROGRAM, args, { env, cwd: this.folder, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child.stdout.resume();
    for (let i = 0; i < 200; i += 1) {
      const up = await fetch(`${this.url}/healthz`).then((it) => it.ok, () => false);
      if (up) return this;
      await new Promise((next) => setTimeout(next, 50));
    }
    throw new Error('the server did not start');
  }

  /** As a power cut would. */
  async kill() {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const gone = new Promise((settle) => child.once('exit', settle));
    child.kill('SIGKILL');
    await gone;
  }

  async close() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS, headless: true });

/** A house and a browser for the tests of one file; both go when these are over. */
export async function opened(options) {
  const house = new House(options);
  const browser = await launch();
  after(async () => {
    await browser.close();
    await house.close();
  });
  await house.open();
  return { house, browser };
}

// Words, since digits may be read as letters by the filter of names.
const WORDS = 'Amber Birch Cedar Dune Ember Fern Grove Hazel Iris Jade Kite Lark Maple Nova Olive Pearl Quill River Sage Terra Umber Vale Willow Yarrow Zephyr'.split(' ');
let count = 0;
const surname = () => {
  count += 1;
  return `${WORDS[count % WORDS.length]} ${WORDS[Math.floor(count / WORDS.length)]}`;
};

/** Somebody with a name, on a page of their own; everything the page does wrong is kept. */
export async function visitor(browser, house, name, options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const person = { page, context, name: `${name} ${surname()}`, wrong: [], frames: [], foreign: [] };
  page.on('pageerror', (error) => person.wrong.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(house.url) && !request.url().startsWith('data:') && !request.url().startsWith('blob:')) person.foreign.push(request.url());
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => person.frames.push(String(payload))));
  await page.goto(house.url);
  await page.getByRole('button', { name: /Choose a name|取个名字|起个名字/ }).click();
  const dialog = page.locator('dialog');
  await dialog.locator('input').first().fill(person.name);
  await dialog.locator('button.main').click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('article').first().waitFor();
  return person;
}

/** Opens a table in the page and returns its id. */
export async function openTable(person, body) {
  const table = await person.page.evaluate(async (it) => {
    const answer = await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(it) });
    return answer.json();
  }, body);
  if (table.id === undefined) throw new Error(JSON.stringify(table));
  return table.id;
}

export const button = (page, name) => page.getByRole('button', { name, exact: true });

/** These people close their pages, on which nothing may have gone wrong. */
export async function leave(...people) {
  for (const { context, wrong, name } of people) {
    assert.deepEqual(wrong, [], `${name}: errors on the page`);
    await context.close();
  }
}
