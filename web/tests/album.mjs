// Pictures kept in docs/pictures, and how far a screen may differ from its own. The browser packs and
// unpacks them (WebP), so that the same screen gives the same bytes; they are renewed by
// `make pictures` alone.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pixelmatch from 'pixelmatch';

export const PICTURES = new URL('../../docs/pictures/', import.meta.url).pathname;
const RENEW = process.env.RENEW_PICTURES === '1';
/** Where what differs is put, to be looked at. */
const WRONG = join(tmpdir(), 'parlor-pictures');

/** A picture in half its size and less, unless said otherwise; the README's are whole. */
const pack = ([png, scale, quality]) => new Promise((settle) => {
  const image = new Image();
  image.onload = () => {
    const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
    const ctx = canvas.getContext('2d');
    ctx.imageSmoothingQuality = 'high';
    ctx.drawImage(image, 0, 0, canvas.width, canvas.height);
    void canvas.convertToBlob({ type: 'image/webp', quality }).then((blob) => {
      const reader = new FileReader();
      reader.onload = () => settle(reader.result.split(',')[1]);
      reader.readAsDataURL(blob);
    });
  };
  image.src = `data:image/png;base64,${png}`;
});

const unpack = (webp) => new Promise((settle, refuse) => {
  const image = new Image();
  image.onerror = () => refuse(new Error('no picture'));
  image.onload = () => {
    const canvas = new OffscreenCanvas(image.width, image.height);
    const ctx = canvas.getContext('2d');
    ctx.drawImage(image, 0, 0);
    const { data } = ctx.getImageData(0, 0, image.width, image.height);
    let text = '';
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
    settle({ width: image.width, height: image.height, pixels: btoa(text) });
  };
  image.src = `data:image/webp;base64,${webp}`;
});

export class Album {
  #page;
  /** What did not fit, in words. */
  wrong = [];
  /** The names asked for. */
  seen = new Set();

  static async open(browser) {
    const album = new Album();
    album.#page = await browser.newPage();
    return album;
  }

  async #pixels(webp) {
    const { width, height, pixels } = await this.#page.evaluate(unpack, webp.toString('base64'));
    return { width, height, data: new Uint8Array(Buffer.from(pixels, 'base64')) };
  }

  /** Compares, or renews. `differs` is the part of the pixels that may be different. */
  async compare(name, png, { scale = 0.5, quality = 0.72, differs = 0.012 } = {}) {
    assert.ok(!this.seen.has(name), `${name} twice`);
    this.seen.add(name);
    const path = `${PICTURES}${name}.webp`;
    const made = Buffer.from(await this.#page.evaluate(pack, [png.toString('base64'), scale, quality]), 'base64');
    if (RENEW) {
      // What looks the same stays the same file.
      if (existsSync(path) && (await this.#difference(readFileSync(path), made)) < 0.0005) return;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, made);
      return;
    }
    const part = existsSync(path) ? await this.#difference(readFileSync(path), made) : 1;
    if (part <= differs) return;
    const kept = join(WRONG, `${name.replaceAll('/', '-')}.webp`);
    mkdirSync(WRONG, { recursive: true });
    writeFileSync(kept, made);
    this.wrong.push(`${name}: ${existsSync(path) ? `${(part * 100).toFixed(2)} % of it differ` : 'there is no picture yet'}; see ${kept}, and \`make pictures\` if it is meant to look so`);
  }

  async #difference(old, made) {
    const [a, b] = [await this.#pixels(old), await this.#pixels(made)];
    if (a.width !== b.width || a.height !== b.height) return 1;
    return pixelmatch(a.data, b.data, null, a.width, a.height, { threshold: 0.16 }) / (a.width * a.height);
  }
}
