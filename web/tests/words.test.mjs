// Both languages say everything: a key that is missing on one side fails here.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import ts from 'typescript';
import { House } from './house.mjs';

const WORDS = new URL('../src/words/', import.meta.url).pathname;
const GAMES = new URL('../src/games/', import.meta.url).pathname;
const SOURCES = new URL('../src/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'parlor-words-'));

let house;
let front;
let more;
let en;
let chinese;
let games;

// The words are plain TypeScript; without their types and components node can read them.
const plain = (from, to) => {
  const made = ts.transpileModule(readFileSync(from, 'utf8'), { compilerOptions: { module: 'ESNext', target: 'ES2022' } }).outputText;
  const text = made.replace(/import (\w+) from '\.\/\w+\.svelte';/g, 'const $1 = null;').replace(/import \{ lang \} from [^;]*;/, "const lang = () => 'en';");
  writeFileSync(join(folder, `${to}.mjs`), text.replace(/from '\.\.?\/([\w-]+)'/g, "from './$1.mjs'"));
};
before(async () => {
  for (const file of ['en', 'en-more', 'zh', 'zh-codes']) plain(`${WORDS}${file}.ts`, file);
  plain(`${GAMES}says.ts`, 'says');
  ({ en: front } = await import(join(folder, 'en.mjs')));
  ({ more } = await import(join(folder, 'en-more.mjs')));
  en = { ...front, ...more };
  chinese = await import(join(folder, 'zh.mjs'));
  house = await new House().open();
  ({ games } = await fetch(`${house.url}/api/v1/games`).then((it) => it.json()));
});
after(async () => {
  await house?.close();
  rmSync(folder, { recursive: true, force: true });
});

const holes = (text) => (text.match(/\{\w+\}/g) ?? []).toSorted().join();

test('every sentence exists in English and Chinese, with the same places to fill in', () => {
  assert.deepEqual(Object.keys(chinese.zh).toSorted(), Object.keys(en).toSorted());
  for (const [key, text] of Object.entries(en)) {
    assert.notEqual(text.trim(), '', key);
    assert.equal(holes(chinese.zh[key]), holes(text), key);
  }
});

test('the front page has its words with it, and no others', () => {
  assert.deepEqual(Object.keys(front).filter((key) => key in more), []);
  const assets = new URL('../dist/assets/', import.meta.url).pathname;
  const first = readdirSync(assets).filter((it) => /^(house|index)-.*\.js$/.test(it)).map((it) => readFileSync(assets + it, 'utf8')).join('\n');
  assert.deepEqual(Object.keys(more).filter((key) => key.includes('.') && first.includes(`\`${key}\``)), []);
});

test('every key that is used exists, and every key is used', () => {
  const files = readdirSync(SOURCES, { recursive: true }).filter((it) => /\.(ts|svelte)$/.test(it) && !it.startsWith('words/'));
  const text = files.map((it) => readFileSync(SOURCES + it, 'utf8')).join('\n');
  // Keys whose end is only known at run time are found by their beginning.
  const made = [...text.matchAll(/`([\w./]+)\$\{/g)].map(([, head]) => head).concat('code.');
  const unused = Object.keys(en).filter((key) => !text.includes(`'${key}'`) && !made.some((head) => key.startsWith(head)));
  assert.deepEqual(unused, []);
});

test('every option, value, end and level of every game has its words in both languages', async () => {
  const missing = [];
  for (const { id, bots, options } of games) {
    plain(`${GAMES}${id}/options.ts`, `${id}-options`);
    const words = await import(join(folder, `${id}-options.mjs`));
    const both = (text, what) => {
      if (!Array.isArray(text) || text.length !== 2 || text.some((it) => it.trim() === '')) missing.push(`${id}: ${what}`);
    };
    for (const level of bots) if (!(`level.${level}` in en)) missing.push(`level.${level}`);
    for (const option of options) {
      assert.ok(option.about.length > 10, `${id}: ${option.name} is explained`);
      if (!(option.name in words.abouts)) missing.push(`${id}: what ${option.name} means`);
      if (!(option.name in words.sentences)) missing.push(`${id}: a sentence for ${option.name}`);
      for (const word of [option.name, ...(option.values ?? []), ...(option.keys ?? [])]) both(words.names[word], `name of ${word}`);
    }
    for (const [reason, text] of Object.entries(words.reasons)) both(text, `end by ${reason}`);
    const generated = readFileSync(`${SOURCES}generated/${id}.ts`, 'utf8');
    for (const reason of /export type Reason = ([^;]*);/.exec(generated)?.[1]?.match(/\w+/g) ?? []) both(words.reasons[reason], `end by ${reason}`);
    const known = new Set(options.map((option) => option.name));
    assert.deepEqual([...Object.keys(words.abouts), ...Object.keys(words.sentences)].filter((key) => !known.has(key)), [], 'words for options that are gone');
  }
  assert.deepEqual(missing, []);
});
