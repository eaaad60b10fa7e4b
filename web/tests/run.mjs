// `npm test`: needs a built page (npm run build), a built program (PARLOR_BIN) and Debian's Chromium.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const folder = new URL('.', import.meta.url).pathname;
const wanted = process.argv.slice(2);
const files = readdirSync(folder).filter((file) => file.endsWith('.test.mjs') && (wanted.length === 0 || wanted.some((it) => file.includes(it))));
const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=2', '--test-timeout=600000', ...files.map((file) => folder + file)], { stdio: 'inherit' });
process.exit(status ?? 1);
