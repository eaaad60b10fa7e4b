// axe on every screen, light and dark, in both languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe } from './axe.mjs';
import { opened, visitor } from './house.mjs';
import { screens } from './screens.mjs';

const { house, browser } = await opened();

for (const [scheme, locale] of [['light', 'en-GB'], ['dark', 'en-GB'], ['light', 'zh-CN'], ['dark', 'zh-CN']]) {
  test(`axe finds nothing on any screen, ${scheme}, ${locale}`, async () => {
    const person = await visitor(browser, house, 'Ann', { colorScheme: scheme, locale, reducedMotion: 'reduce' });
    for await (const where of screens(house, person)) {
      await axe(person.page, `${where}, ${scheme}, ${locale}`);
      assert.equal(await person.page.evaluate(() => document.documentElement.lang), locale === 'zh-CN' ? 'zh-CN' : 'en', where);
    }
    assert.deepEqual(person.wrong, []);
    await person.context.close();
  });
}

test('the name dialog passes axe', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(house.url);
  await page.getByRole('button', { name: 'Choose a name' }).click();
  await page.locator('dialog').waitFor();
  await axe(page, 'dialog');
  await context.close();
});

