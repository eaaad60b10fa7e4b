// The server's own rules, asked over `parlor engine`: one JSON object a line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { PROGRAM } from './house.mjs';

export function engine(requests) {
  const { stdout } = spawnSync(PROGRAM, ['engine'], { input: `${requests.map((it) => JSON.stringify(it)).join('\n')}\n`, encoding: 'utf8' });
  return stdout.trim().split('\n').map((line) => JSON.parse(line));
}

/** What a plain TypeScript file of a game exports. */
export async function plain(path) {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-plain-'));
  const source = readFileSync(new URL(`../src/games/${path}`, import.meta.url), 'utf8');
  const made = ts.transpileModule(source, { compilerOptions: { module: 'ESNext', target: 'ES2022' } });
  writeFileSync(join(folder, 'it.mjs'), made.outputText);
  const found = await import(join(folder, 'it.mjs'));
  rmSync(folder, { recursive: true });
  return found;
}
