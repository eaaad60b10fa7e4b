// Both languages say everything: a key that is missing on one side fails here.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import ts from 'typescript';
import { House } from './house.mjs';

const WORDS = new URL('../src/words/', import.meta.url).pathname;
const SOURCES = new URL('../src/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'parlor-words-'));

let house;
let en;
let chinese;
let games;
before(async () => {
  // The words are plain TypeScript; without their types node can read them.
  for (const file of ['en', 'zh', 'zh-codes', 'zh-options']) {
    const made = ts.transpileModule(readFileSync(`${WORDS}${file}.ts`, 'utf8'), { compilerOptions: { module: 'ESNext', target: 'ES2022' } });
    writeFileSync(join(folder, `${file}.mjs`), made.outputText.replace(/from '(\.\/[^']*)'/g, "from '$1.mjs'"));
  }
  ({ en } = await import(join(folder, 'en.mjs')));
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

test('every key that is used exists, and every key is used', () => {
  const files = readdirSync(SOURCES, { recursive: true }).filter((it) => /\.(ts|svelte)$/.test(it) && !it.startsWith('words/'));
  const text = files.map((it) => readFileSync(SOURCES + it, 'utf8')).join('\n');
  // Keys whose end is only known at run time are found by their beginning.
  const made = [...text.matchAll(/`([\w./]+)\$\{/g)].map(([, head]) => head).concat('code.');
  const unused = Object.keys(en).filter((key) => !text.includes(`'${key}'`) && !made.some((head) => key.startsWith(head)));
  assert.deepEqual(unused, []);
});

test('every option, value and level of every game has its words in Chinese', () => {
  const missing = [];
  const name = (game, word) => {
    if (!(`${game}.${word}` in chinese.optionNames) && !(word in chinese.optionNames)) missing.push(`${game}: name of ${word}`);
  };
  for (const game of games) {
    for (const key of [`game.${game.id}`, `about.${game.id}`]) if (!(key in en)) missing.push(key);
    for (const level of game.bots) if (!(`level.${level}` in en)) missing.push(`level.${level}`);
    for (const option of game.options) {
      assert.ok(option.about.length > 10, `${game.id}: ${option.name} is explained`);
      if (!(`${game.id}.${option.name}` in chinese.optionAbouts)) missing.push(`${game.id}: sentence for ${option.name}`);
      for (const word of [option.name, ...(option.values ?? []), ...(option.keys ?? [])]) name(game.id, word);
    }
  }
  assert.deepEqual(missing, []);
  const known = new Set(games.flatMap((game) => game.options.map((option) => `${game.id}.${option.name}`)));
  assert.deepEqual(Object.keys(chinese.optionAbouts).filter((key) => !known.has(key)), [], 'sentences for options that are gone');
});
