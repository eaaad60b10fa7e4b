// A game is one folder and one line: nothing else of the page may know it by name.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const SOURCES = new URL('../src/', import.meta.url).pathname;
const GAMES = `${SOURCES}games/`;
const lines = readFileSync(`${GAMES}index.ts`, 'utf8').split('\n').filter((line) => line.startsWith('export'));
const ids = lines.map((line) => /^export \{ default as (\w+) \} from '\.\/\1\/shelf';$/.exec(line)?.[1]);

test('every folder of a game has its one line, and every line its folder', () => {
  assert.ok(ids.length >= 5 && ids.every((id) => id !== undefined), 'each line has the form of the others');
  const folders = readdirSync(GAMES, { withFileTypes: true }).filter((it) => it.isDirectory()).map((it) => it.name);
  assert.deepEqual(folders.toSorted(), ids.toSorted());
  for (const id of ids) for (const file of ['shelf.ts', 'index.ts', 'Board.svelte', 'Rules.svelte', 'options.ts', 'thumbnail.ts', 'poster.svg']) assert.ok(existsSync(`${GAMES}${id}/${file}`), `${id}/${file}`);
});

test('no file outside of the games knows one of them', () => {
  // Types are made from Rust; the page of `parlor join` is about the frames of one game.
  const elsewhere = readdirSync(SOURCES, { recursive: true }).filter((it) => /\.(ts|svelte|css)$/.test(it) && !/^(games\/\w+|generated|join)\//.test(it) && it !== 'games/index.ts');
  assert.ok(elsewhere.length > 60);
  const named = new RegExp(`\\b(${ids.join('|')})\\b`, 'i');
  const found = elsewhere.flatMap((file) => readFileSync(SOURCES + file, 'utf8').split('\n').flatMap((line, i) => (named.test(line) ? [`${file}:${i + 1}: ${line.trim().slice(0, 90)}`] : [])));
  assert.deepEqual(found, []);
});

test('no game knows another one', () => {
  for (const id of ids) {
    const others = new RegExp(`from '\\.\\./(${ids.filter((it) => it !== id).join('|')})/`);
    for (const file of readdirSync(GAMES + id).filter((it) => /\.(ts|svelte)$/.test(it))) assert.doesNotMatch(readFileSync(`${GAMES}${id}/${file}`, 'utf8'), others, `${id}/${file}`);
  }
});
