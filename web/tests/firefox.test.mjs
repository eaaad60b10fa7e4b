// A short run of each board in Debian's Firefox, over WebDriver BiDi.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { House } from './house.mjs';
import { GAMES } from './screens.mjs';

const profile = mkdtempSync(join(tmpdir(), 'parlor-firefox-'));
const house = await new House().open();
const browser = await puppeteer.launch({
  browser: 'firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr', headless: true, userDataDir: profile,
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB' },
});
after(async () => {
  await browser.close();
  await house.close();
  rmSync(profile, { recursive: true, force: true });
});

const page = await browser.newPage();
await page.setViewport({ width: 1366, height: 768 });
page.setDefaultTimeout(20_000);
const wrong = [];
page.on('pageerror', (error) => wrong.push(String(error)));
page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));

const seq = () => page.$eval('.match', (it) => Number(it.dataset.seq));

test('a name, chosen in Firefox', async () => {
  await page.goto(house.url);
  await page.waitForSelector('article button.go');
  await page.evaluate(() => [...document.querySelectorAll('header button')].find((it) => it.textContent.includes('Choose a name')).click());
  const field = await page.waitForSelector('dialog input');
  await field.evaluate((it) => it.select());
  await field.type('Fern Quill');
  await page.click('dialog button.main');
  await page.waitForFunction(() => document.querySelector('dialog') === null);
});

for (const game of GAMES) {
  test(`${game} is played in Firefox: with the mouse, by notation, to the end`, async () => {
    await page.goto(house.url);
    await (await page.waitForSelector(`article[data-game=${game}] button.go`)).click();
    await page.waitForSelector('.pill.turn');
    await page.waitForSelector('.match [data-cell]');
    // Something that can be clicked is clicked.
    const cell = await page.waitForSelector(game === 'obliteration' ? '[data-cell].mine' : '[data-cell].act');
    await cell.evaluate((it) => it.scrollIntoView({ block: 'center' }));
    await cell.click();
    // The box takes the game's notation, and the bot answers.
    await page.waitForSelector('.pill.turn');
    const before = await seq();
    const move = await page.evaluate((path) => fetch(path).then((it) => it.json()).then((it) => it.legal[0]), `/api/v1${new URL(page.url()).pathname.replace('/t/', '/matches/')}`);
    await page.focus('input[aria-label="Type a move"]').catch(() => page.evaluate(() => [...document.querySelectorAll('input')].find((it) => it.labels?.[0]?.textContent.includes('Type a move') || it.ariaLabel === 'Type a move')?.focus()));
    await page.keyboard.type(move);
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => Number(document.querySelector('.match')?.dataset.seq) > n, {}, before);
    const painted = await page.$eval('.stage', (it) => [...it.querySelectorAll('svg, canvas')].some((one) => one.getBoundingClientRect().width > 200));
    assert.ok(painted, 'there is a board');
    const [height, inner] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    assert.ok(height <= inner + 1, 'the board and all a move needs are visible without scrolling');
    await page.evaluate((id) => fetch('/api/v1/commands', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ type: 'resign', match: id }) }), new URL(page.url()).pathname.slice(3));
    await page.waitForSelector('.end');
    assert.deepEqual(wrong, []);
  });
}
