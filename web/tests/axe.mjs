// axe-core on the page as it is now; on a dialog alone while one is open, for nothing else can be
// reached then.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

async function judge(page) {
  // Contrast is judged when colours have come to rest.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((it) => it.effect?.getComputedTiming().endTime !== Infinity).map((it) => it.finished)));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document.querySelector('dialog[open]') ?? document, { resultTypes: ['violations'] }));
  return violations.slice(0, 6).map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

export async function axe(page, where) {
  await page.evaluate(AXE);
  let words = await judge(page);
  if (words.length > 0 && words.every((it) => it.startsWith('color-contrast'))) {
    // What was still coming in when it was looked at is looked at again.
    await page.waitForTimeout(500);
    words = await judge(page);
  }
  assert.deepEqual(words, [], where);
}
