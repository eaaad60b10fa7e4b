// Phone width and Chinese on every screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTable, opened, visitor } from './house.mjs';
import { screens } from './screens.mjs';

const WIDTH = 360;

const { house, browser } = await opened();

async function narrow(page, where) {
  // A phone zooms out when something is too wide, so its own idea of the width says nothing.
  const wide = await page.evaluate((most) => {
    // A board that one zooms and pans is larger than the stage that shows a part of it.
    const zoomed = (it) => it.tagName === 'svg' && it.closest('.stage') !== null;
    const inside = (it) => !it.ownerSVGElement && !zoomed(it) && !it.parentElement?.closest('.name') && it.closest('.scroll, .list, .skip, .hidden-text') === null;
    return Array.from(document.querySelectorAll('body *')).filter((it) => inside(it) && it.getBoundingClientRect().right > most + 1).map((it) => it.outerHTML.slice(0, 120));
  }, WIDTH);
  assert.deepEqual(wide.slice(0, 4), [], `${where}: wider than ${WIDTH} pixels`);
}

// Names, addresses, notation, keys, flags.
const ALLOWED = new RegExp("(Ann|Ben|Cleo|Eve) \\w+ \\w+|Sarmed Alwan('s)?|Bensound|Richard Ampleford|freesound.org|publicdomaintorrents.info|Anthony Vickers|Carmine Ventre|Professor|Parlor|English|Chrome|Linux|Ctrl|QR|https?\\S*|localhost|--listen|Webhook|ntfy|Discord|Matrix|Slack|JSON|parlor verify|\\b[A-Z]{1,3}\\d?\\b|x?[A-G]\\d(-[A-G]\\d)?|\\d+,\\d+(-\\d+,\\d+)?|claim \\w+", 'g');

async function chinese(page, where) {
  const text = await page.evaluate(() => Array.from(document.querySelectorAll('main, header')).map((it) => it.innerText).join('\n'));
  // Hashes and the names of divisions and towns are no English.
  const words = where.startsWith('mars') ? /\b(turn|your|the|a|of|move|play|log|chat)\b/gi : where.endsWith('replay') ? /\b[g-z]{4,}\b/gi : /[a-z]{4,}/gi;
  assert.deepEqual(text.replace(ALLOWED, '').match(words) ?? [], [], `English is left on ${where}`);
}

for (const language of ['en', 'zh']) {
  test(`nothing is wider than a phone of 360 pixels, and nothing in the other language: ${language}`, async () => {
    const person = await visitor(browser, house, 'Ann', { viewport: { width: WIDTH, height: 740 }, isMobile: true, hasTouch: true, colorScheme: 'dark', reducedMotion: 'reduce' });
    await person.page.evaluate((it) => localStorage.setItem('parlor.lang', it), language);
    await person.page.goto(house.url);
    await person.page.locator('article').first().waitFor();
    for await (const where of screens(house, person)) {
      await narrow(person.page, `${where}, ${language}`);
      if (language === 'zh') await chinese(person.page, where);
    }
    assert.deepEqual(person.wrong, []);
    await person.context.close();
  });
}

test('a tap plays on a phone', async () => {
  const { page, context } = await visitor(browser, house, 'Ann', { viewport: { width: WIDTH, height: 740 }, isMobile: true, hasTouch: true });
  await page.locator('article[data-game=marelles] button.go').tap();
  await page.locator('[data-cell=D6]').tap();
  await page.locator('.match:not([data-seq="0"])').waitFor();
  await context.close();
});

test('Chinese can be switched on and off', async () => {
  const person = await visitor(browser, house, 'Ann', { reducedMotion: 'reduce' });
  const { page } = person;
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('heading', { name: '今天我们玩什么？' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN');
  const id = await openTable(person, { game: 'marelles', bots: ['beginner'] });
  await page.goto(`${house.url}/t/${id}`);
  await page.locator('[data-cell=D6]').click();
  await page.getByText('落子 D6').waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('YOUR TURN').first().waitFor();
  await person.context.close();
});

