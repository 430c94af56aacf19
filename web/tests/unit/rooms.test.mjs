// The rooms of the page: imports go one way only.

import assert from 'node:assert/strict';

import { test } from '../harness.mjs';
import { circleIn, importsOfThePage, isAllowed } from '../imports.mjs';

const imports = importsOfThePage();

test('rooms: base knows no charts, charts no lab, the engine nothing of the page, and no panel another', async () => {
  const wrong = Object.entries(imports).flatMap(([module, targets]) => targets.filter((target) => !isAllowed(module, target)).map((target) => `${module} → ${target}`));
  assert.deepEqual(wrong, []);
});

test('rooms: no import leads back to where it came from', async () => {
  assert.equal(circleIn(imports), null);
});

test('rooms: the imports are found that are there', async () => {
  assert.ok(imports['lab/main.js'].includes('base/notices.js'));
  assert.ok(imports['lab/panels.js'].includes('lab/panels/train/panel.js'), 'those on demand too');
  assert.ok(imports['charts/chart.js'].includes('base/elements.js'));
});

test('rooms: an import in the wrong direction is noticed', async () => {
  for (const [module, target] of [
    ['base/elements.js', 'charts/chart.js'], ['charts/chart.js', 'lab/main.js'], ['engine/heap.mjs', 'base/numbers.js'],
    ['lab/panels/map/panel.js', 'lab/panels/train/view.js'], ['lab/studies/panel.js', 'lab/panels/map/axes.js'],
  ]) assert.equal(isAllowed(module, target), false, `${module} → ${target}`);
  assert.equal(isAllowed('lab/panels/map/panel.js', 'lab/studies/panel.js'), true);
});

test('rooms: a circle is told as the modules that it goes through', async () => {
  assert.deepEqual(circleIn({ a: ['b'], b: ['c'], c: ['d', 'b'], d: [] }), ['b', 'c']);
});
