// Every sound and tune of the page, made by the page's own code in an OfflineAudioContext and measured:
// nobody has to listen to find something loud, clipped or shrill.
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const RATE = 48_000;
const GAMES = ['marelles', 'coexistence', 'obliteration', 'mars', 'risk'];
/** The tunes' walk is by chance: the same one each time here. */
const CHANCE = 'let seed = 7; Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;';

/** A file of the page as a function that gives what it exports; `given` stands for its imports. */
function wrapped(path, given) {
  const source = readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8');
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: 'CommonJS', target: 'ES2022' } });
  return `((() => { const exports = {}; const require = (of) => (${given})[of.split('/').pop()] ?? {}; ${outputText}\nreturn exports; })())`;
}

const SCRIPT = () => `
  ${CHANCE}
  globalThis.settings = { volume: 1, sound: true, music: null };
  const given = { 'settings.svelte': { settings }, 'stage.svelte': { gesture: { made: false } } };
  given.sound = ${wrapped('lib/sound.ts', 'given')};
  given.tune = ${wrapped('lib/tune.ts', 'given')};
  given.music = ${wrapped('lib/music.ts', 'given')};
  globalThis.sets = { house: given.sound.HOUSE, ${GAMES.map((game) => `${game}: ${wrapped(`games/${game}/sounds.ts`, 'given')}`).join(', ')} };
  globalThis.tunes = { house: given.tune.HOUSE, ${GAMES.map((game) => `${game}: ${wrapped(`games/${game}/tune.ts`, 'given')}`).join(', ')} };
  globalThis.lib = { ...given.sound, ...given.music };
`;

/** The samples of what is played, as plain numbers. */
const render = async ({ set, name, wave, tune, seconds, volume }) => {
  settings.volume = volume;
  const shapes = tune ? null : wave ? sets[set].waveTone(...wave) : (sets[set].SOUNDS ?? sets[set])[name];
  const long = tune ? seconds : Math.max(...shapes.map((it) => (it.after ?? 0) + it.time)) + 0.1;
  // The limiter needs a moment of silence until it is open, as it is on a page that was touched a while ago.
  const lead = 1;
  const ctx = new OfflineAudioContext(1, Math.ceil((lead + long) * 48000), 48000);
  if (tune) {
    const it = tune === 'menu' ? tunes.mars.MENU : (tunes[tune].tune ?? tunes[tune]);
    let at = Math.floor(it.scale.length / 2);
    for (let step = 0; (step * it.beat) / 1000 < seconds; step += 1) {
      const next = lib.beatOf(it, step, at);
      at = next.at;
      for (const { shape, volume: loud } of next.notes) lib.tone(ctx, { ...shape, after: lead + (shape.after ?? 0) + (step * it.beat) / 1000 }, loud);
    }
  } else for (const shape of shapes) lib.tone(ctx, { ...shape, after: lead + (shape.after ?? 0) }, lib.LEVEL);
  const made = (await ctx.startRendering()).getChannelData(0).slice(lead * 48000);
  const bytes = new Uint8Array(made.buffer);
  let text = '';
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return btoa(text);
};

/** A biquad over all samples. */
function filtered(data, [b0, b1, b2, a1, a2]) {
  const out = new Float64Array(data.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i += 1) {
    const y = b0 * data[i] + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, data[i], y1, y];
    out[i] = y;
  }
  return out;
}

/** The loudest 400 ms as ITU-R BS.1770 weighs them for the ear (its filters at 48 kHz), in LUFS. */
function loudness(data) {
  const weighed = filtered(filtered(data, [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585]), [1, -2, 1, -1.99004745483398, 0.99007225036621]);
  const long = Math.round(0.4 * RATE);
  let [sum, most] = [0, 0];
  for (let i = 0; i < weighed.length + long; i += 1) {
    if (i < weighed.length) sum += weighed[i] ** 2;
    if (i >= long) sum -= weighed[i - long] ** 2;
    most = Math.max(most, sum);
  }
  return -0.691 + 10 * Math.log10(Math.max(1e-12, most / long));
}

/** Energy by frequency, from windows of 4,096 samples that overlap by half. */
function spectrum(data) {
  const n = 4096;
  const power = new Float64Array(n / 2);
  for (let from = 0; from < Math.max(1, data.length - n / 2); from += n / 2) {
    const re = new Float64Array(n);
    const im = new Float64Array(n);
    for (let i = 0; i < n; i += 1) re[i] = (data[from + i] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / n));
    fourier(re, im);
    for (let i = 0; i < n / 2; i += 1) power[i] += re[i] ** 2 + im[i] ** 2;
  }
  return { power, hertz: (i) => (i * RATE) / n };
}

function fourier(re, im) {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i += 1) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [re[i], re[j], im[i], im[j]] = [re[j], re[i], im[j], im[i]];
  }
  for (let size = 2; size <= n; size *= 2) {
    for (let at = 0; at < n; at += size) {
      for (let k = 0; k < size / 2; k += 1) {
        const [c, s] = [Math.cos((-2 * Math.PI * k) / size), Math.sin((-2 * Math.PI * k) / size)];
        const [i, j] = [at + k, at + k + size / 2];
        const [x, y] = [re[j] * c - im[j] * s, re[j] * s + im[j] * c];
        [re[j], im[j], re[i], im[i]] = [re[i] - x, im[i] - y, re[i] + x, im[i] + y];
      }
    }
  }
}

/** What can be said of a sound: seconds, decibels of full scale, LUFS, Hertz, and the part of its energy above 4 kHz. */
export function measure(data) {
  let peak = 0;
  let last = 0;
  data.forEach((it, i) => {
    peak = Math.max(peak, Math.abs(it));
    if (Math.abs(it) > 0.001) last = i;
  });
  const { power, hertz } = spectrum(data);
  const all = power.reduce((sum, it) => sum + it, 0) || 1;
  const part = (from) => power.reduce((sum, it, i) => sum + (hertz(i) >= from ? it : 0), 0) / all;
  const centroid = power.reduce((sum, it, i) => sum + it * hertz(i), 0) / all;
  return { seconds: last / RATE, peak: 20 * Math.log10(peak || 1e-6), loud: loudness(data), centroid, high: part(4000) };
}

/** Everything that can be heard: `[set, name, measured]`. The farthest waves of Obliteration are among them. */
export async function hear(browser, volume = 1) {
  const page = await browser.newPage();
  await page.setContent('<!doctype html>');
  await page.evaluate(SCRIPT());
  const listen = async (what) => measure(new Float32Array(Uint8Array.from(Buffer.from(await page.evaluate(render, { volume, ...what }), 'base64')).buffer));
  const names = await page.evaluate(() => Object.entries(sets).flatMap(([set, it]) => Object.keys(it.SOUNDS ?? it).map((name) => [set, name])));
  const heard = [];
  for (const [set, name] of names) heard.push([set, name, await listen({ set, name })]);
  for (const wave of [[1, 4], [4, 4], [17, 17], [40, 40]]) heard.push(['obliteration', `wave ${wave[0]} of ${wave[1]}`, await listen({ set: 'obliteration', wave })]);
  const music = [];
  for (const tune of ['house', ...GAMES, 'menu']) music.push([tune, await listen({ tune, seconds: 24 })]);
  await page.close();
  return { sounds: heard, music };
}
