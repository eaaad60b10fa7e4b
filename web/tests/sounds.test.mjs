// What can be held fixed about sounds without listening: level, length, brightness, and that each thing
// that happens is heard once. docs/benchmarks.md has the figures (`make bench-page ARGS=sounds`).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hear, measure } from './hearing.mjs';
import { openTable, opened, visitor } from './house.mjs';
import { ask } from './screens.mjs';

const { house, browser } = await opened();

/** At full volume; as the page comes it is less by half. */
const PEAK = -5;
const LOUD = [-39, -24];
const SPREAD = 12;
const HIGH = 0.03;
const CENTROID = 1500;

test('no sound is clipped, shrill, endless or lost beside the others of its set', async () => {
  const { sounds, music } = await hear(browser);
  assert.ok(sounds.length > 30 && music.length === 7, `${sounds.length} sounds, ${music.length} tunes`);
  for (const [set, name, it] of sounds) {
    const said = `${set}, ${name}: ${JSON.stringify(it)}`;
    assert.ok(it.peak <= PEAK, said);
    assert.ok(it.loud >= LOUD[0] && it.loud <= LOUD[1], said);
    assert.ok(it.high <= HIGH && it.centroid <= CENTROID, said);
    assert.ok(it.seconds <= 1.6, said);
  }
  for (const set of new Set(sounds.map(([it]) => it))) {
    const levels = sounds.filter(([it]) => it === set).map(([, , it]) => it.loud);
    assert.ok(Math.max(...levels) - Math.min(...levels) <= SPREAD, `${set}: ${levels.map((it) => it.toFixed(1))}`);
  }
  for (const [tune, it] of music) {
    const said = `music of ${tune}: ${JSON.stringify(it)}`;
    assert.ok(it.peak <= -15 && it.loud <= -27 && it.loud >= -39 && it.high <= 0.005 && it.centroid <= 500, said);
  }
});

test('the measure itself knows what is loud, shrill and clipped', () => {
  const sine = (hertz, level) => Float32Array.from({ length: 48_000 }, (_, i) => level * Math.sin((2 * Math.PI * hertz * i) / 48_000));
  // The meter's own definition: a full sine of 997 Hz in one channel is -3.01 LUFS.
  assert.ok(Math.abs(measure(sine(997, 1)).loud + 3.01) < 0.05, String(measure(sine(997, 1)).loud));
  assert.ok(measure(sine(6000, 0.1)).high > 0.99 && measure(sine(440, 0.1)).high < 0.001);
  assert.ok(Math.abs(measure(sine(440, 0.5)).peak + 6.02) < 0.05);
});

/** Every stroke that is started, by its first frequency and when; nothing is heard here. */
const LISTEN = () => {
  globalThis.strokes = [];
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...args) {
    globalThis.strokes.push([Math.round(performance.now()), this.type]);
    return start.apply(this, args);
  };
  const { start: noise } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...args) {
    globalThis.strokes.push([Math.round(performance.now()), 'noise']);
    return noise.apply(this, args);
  };
};
const strokes = (page) => page.evaluate(() => globalThis.strokes.splice(0).length);

test('a stone is heard once, silence is kept over a reload, and the slider brings sound back', async () => {
  const person = await visitor(browser, house, 'Ann');
  const { page } = person;
  await page.addInitScript(LISTEN);
  const friend = await visitor(browser, house, 'Ben');
  const id = await openTable(person, { game: 'marelles' });
  await ask(friend.page, '/commands', { type: 'join', table: id });
  await friend.page.goto(`${house.url}/t/${id}`);
  await page.goto(`${house.url}/t/${id}`);
  await page.locator('.match [data-cell]').first().waitFor();
  // Whoever is to move moves; the page heard is that of Ann.
  const both = [page, friend.page];
  const place = async (cell) => {
    const mover = (await page.locator('.match.mine').count()) > 0 ? 0 : 1;
    const seq = Number(await page.locator('.match').getAttribute('data-seq'));
    await both[mover].locator(`[data-cell=${cell}]`).click();
    await page.locator(`.match[data-seq="${seq + 1}"]`).waitFor();
    await friend.page.locator(`.match[data-seq="${seq + 1}"]`).waitFor();
    await page.waitForTimeout(700);
    return mover;
  };
  // The first gesture wakes the sound.
  await page.locator('.crumb').click();
  await page.waitForTimeout(300);
  await strokes(page);
  // A stone is a knock of tone and noise with a body below: three strokes. Ann's turn is a bell of two.
  const STONE = 3;
  const BELL = 2;
  for (const cell of ['A1', 'A7', 'G1']) {
    const mover = await place(cell);
    const n = await strokes(page);
    assert.ok(n === STONE || n === (mover === 1 ? STONE + BELL : STONE), `${cell}, moved by ${mover}: ${n} strokes`);
  }
  await page.getByRole('button', { name: 'Sound', exact: true }).click();
  await place('G7');
  assert.equal(await strokes(page), 0, 'muted');
  await page.reload();
  await page.locator('.match [data-cell]').first().waitFor();
  await page.locator('.crumb').click();
  await place('B2');
  assert.equal(await strokes(page), 0, 'still muted');
  assert.equal(await page.getByRole('button', { name: 'Sound', exact: true }).getAttribute('aria-pressed'), 'false');
  const slider = page.getByRole('slider', { name: 'Volume' });
  await page.locator('.volume').hover();
  await slider.fill('0.4');
  assert.equal(await page.getByRole('button', { name: 'Sound', exact: true }).getAttribute('aria-pressed'), 'true');
  await place('B6');
  assert.ok((await strokes(page)) >= STONE, 'heard again');
  // Drawn to nothing and switched on again, it is as loud as it was at first.
  await page.locator('.volume').hover();
  await slider.fill('0');
  await page.getByRole('button', { name: 'Sound', exact: true }).click();
  assert.ok(Number(await slider.inputValue()) > 0.3);
  await Promise.all([person, friend].map((it) => it.context.close()));
});
