// axe on every screen, light and dark.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { House, launch, visitor } from './house.mjs';
import { screens } from './screens.mjs';

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

let house;
let browser;
before(async () => {
  house = await new House().open();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await house?.close();
});

async function axe(page, where) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const words = serious.slice(0, 6).map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
  assert.deepEqual(words, [], where);
}

for (const scheme of ['light', 'dark']) {
  test(`axe finds nothing serious on any screen, ${scheme}`, async () => {
    const person = await visitor(browser, house, 'Ann', { colorScheme: scheme, reducedMotion: 'reduce' });
    for await (const where of screens(house, person)) await axe(person.page, `${where}, ${scheme}`);
    assert.deepEqual(person.wrong, []);
    await person.context.close();
  });
}

test('the name dialog passes axe', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(house.url);
  await page.locator('dialog').waitFor();
  await axe(page, 'dialog');
  await context.close();
});

