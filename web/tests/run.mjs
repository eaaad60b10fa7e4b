// `npm test`: needs a built page (npm run build), a built program (PARLOR_BIN) and Debian's Chromium.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const folder = new URL('.', import.meta.url).pathname;
const wanted = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'parlor-tests-'));
const failed = join(scratch, 'failed');

function run(files, atOnce) {
  const reporters = ['spec', `${folder}failures.mjs`].map((it) => `--test-reporter=${it}`);
  const destinations = ['stdout', failed].map((it) => `--test-reporter-destination=${it}`);
  const flags = ['--test', `--test-concurrency=${atOnce}`, '--test-timeout=600000', ...reporters, ...destinations];
  return spawnSync(process.execPath, [...flags, ...files], { stdio: 'inherit' }).status ?? 1;
}

const all = readdirSync(folder).filter((file) => file.endsWith('.test.mjs'));
const files = all.filter((file) => wanted.length === 0 || wanted.some((it) => file.includes(it))).map((file) => folder + file);
let status = run(files, 2);
// Two browsers and a house on two cores can come too late: what failed is tried once more, alone, and named.
const again = status === 0 ? [] : readFileSync(failed, 'utf8').split('\n').filter((it) => files.includes(it));
if (again.length > 0) {
  console.log(`Once more, alone: ${again.map((it) => basename(it)).join(', ')}`);
  status = run(again, 1);
}
rmSync(scratch, { recursive: true });
process.exit(status);
