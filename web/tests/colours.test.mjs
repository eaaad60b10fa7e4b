// The measure itself, against published pairs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ciede2000, differences, tooClose } from './colours.mjs';

test('CIEDE2000 gives the values of its authors', () => {
  const PAIRS = [
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286], 0.6377],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ];
  for (const [one, other, wanted] of PAIRS) assert.ok(Math.abs(ciede2000(one, other) - wanted) < 0.0001, `${one} ${other}`);
});

test('red and green are close for those who cannot tell them apart', () => {
  const { all, deuteranopia } = differences('#b03030', '#6a7a20');
  assert.ok(all > 40, `${all}`);
  assert.ok(deuteranopia < 20, `${deuteranopia}`);
  assert.deepEqual(tooClose(['#000000', '#ffffff'], 20), []);
  assert.equal(tooClose(['#808080', '#828282'], 20).length, 4);
});
