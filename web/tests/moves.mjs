// How a person plays each game with the mouse. Each returns whether something was clicked.

async function clickOne(page, selector, pick = 0) {
  const found = page.locator(selector);
  const n = await found.count();
  if (n === 0) return false;
  await found.nth(Math.min(n - 1, Math.floor(pick * n))).click({ force: true });
  return true;
}

/** The seat on turn sees a pill in the top bar. */
export const onTurn = (page) => page.locator('.pill.turn').isVisible();

export const MOVES = {
  async marelles(page, luck) {
    await clickOne(page, '[data-cell].act', luck());
    // A slide takes a second click on a target.
    if (await onTurn(page)) await clickOne(page, '[data-cell].act:has(.hint)', luck());
  },
  async coexistence(page, luck) {
    if (await clickOne(page, '[data-cell^=own].act', luck())) {
      if (await clickOne(page, '[data-cell^=foe].act', luck())) return;
    }
    await page.locator('[data-pass]').click();
  },
  async obliteration(page, luck) {
    await page.locator('[data-cell].mine').first().waitFor();
    await clickOne(page, '[data-cell].mine', luck());
  },
  async mars(page, luck) {
    const own = page.locator('[data-cell].act');
    await own.nth(Math.floor(luck() * (await own.count()))).click({ force: true });
    const targets = page.locator('[data-cell].target');
    const n = await targets.count();
    if (n > 0) await targets.nth(Math.floor(luck() * n)).click({ force: true });
  },
  async risk(page, luck) {
    const act = '[data-cell].act';
    switch (await page.locator('.risk').getAttribute('data-phase')) {
      case 'turn_in':
      case 'transfer': return void (await page.locator('[data-skip]').click());
      case 'setup':
      case 'setup_reinforce': return void (await clickOne(page, act, luck()));
      case 'reinforce':
        await clickOne(page, act, luck());
        return void (await page.locator('[data-go]').click());
      case 'attack':
        // A source, unless one is still chosen, then a target.
        while ((await page.locator('[data-go]').count()) === 0) if (!(await clickOne(page, act, luck()))) return;
        return void (await page.locator('[data-go]').click());
      case 'defend':
      case 'occupy': return void (await page.locator('[data-go]').click());
      default:
    }
  },
};

/** A small generator with a fixed seed, so that a failure can be seen again. */
export function dice(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const seq = (page) => page.locator('.match').getAttribute('data-seq').then(Number);

/** Both play until the match is over or `most` moves were made; returns the number of moves. */
export async function playOn(people, game, { luck, most = 400 }) {
  let moves = 0;
  for (let idle = 0; moves < most && idle < 200; ) {
    if (await people[0].page.locator('.end').isVisible()) return moves;
    let acted = false;
    for (const { page } of people) {
      if (!(await onTurn(page))) continue;
      const before = await seq(page);
      await MOVES[game](page, luck);
      await page.waitForFunction((n) => Number(document.querySelector('.match')?.getAttribute('data-seq')) > n || document.querySelector('.pill.turn'), before, { timeout: 5000 }).catch(() => undefined);
      if ((await seq(page)) > before) moves += 1;
      acted = true;
    }
    idle = acted ? 0 : idle + 1;
    if (!acted) await people[0].page.waitForTimeout(25);
  }
  return moves;
}
