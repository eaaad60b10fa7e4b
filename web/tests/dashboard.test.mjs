// The dashboard in deploy/ asks only for what a house really says.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { House, PROGRAM } from './house.mjs';

const ROOT = new URL('../../', import.meta.url).pathname;
const house = new House();
after(() => house.close());

/** Names of metrics in a query, without functions, labels and ranges. */
const asked = (query) => [...query.replaceAll(/\{[^}]*\}/g, '').matchAll(/parlor_[a-z_]+/g)].map(([name]) => name);

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((it) => it.isFile() && it.name.endsWith('.rs'))
    .map((it) => readFileSync(`${it.parentPath ?? it.path}/${it.name}`, 'utf8'))
    .join('\n');
}

test('every query of the dashboard is answered', async () => {
  const { panels, templating } = JSON.parse(readFileSync(`${ROOT}deploy/grafana.json`, 'utf8'));
  assert.equal(new Set(panels.map((it) => it.id)).size, panels.length);
  await house.open();
  const env = { ...process.env };
  delete env.PARLOR_BIN;
  const load = spawnSync(PROGRAM, ['load', '--server', house.url, '--matches', '2', '--moves', '200'], { encoding: 'utf8', env });
  assert.equal(load.status, 0, load.stderr);
  // One refused request, for that is counted, too.
  await fetch(`${house.url}/api/v1/nothing`);
  const real = new Set();
  const read = async () => {
    const said = await fetch(`${house.url}/metrics`).then((it) => it.text());
    for (const line of said.split('\n')) if (/^[a-z]/.test(line)) real.add(line.match(/^[a-z_]+/)[0]);
  };
  const code = sources(`${ROOT}crates`);
  const queries = panels.flatMap((it) => it.targets.map((target) => target.expr));
  queries.push(...templating.list.map((it) => it.query).filter((it) => it.includes('parlor_')));
  assert.ok(queries.length > 15);
  // Some are said every other second.
  const needed = queries.filter((it) => !it.includes('or vector(0)')).flatMap(asked);
  for (let i = 0; i < 100; i += 1) {
    await read();
    if (needed.every((name) => real.has(name))) break;
    await new Promise((next) => setTimeout(next, 100));
  }
  for (const query of queries) {
    const names = asked(query);
    assert.notDeepEqual(names, [], query);
    for (const name of names) {
      // What has not happened yet is not said; such a query has an answer for that.
      if (query.includes('or vector(0)')) assert.ok(real.has(name) || code.includes(`"${name}"`), `${name} is no metric`);
      else assert.ok(real.has(name), `${name} is not said by a house at play`);
    }
  }
});
