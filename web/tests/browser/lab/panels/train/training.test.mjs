// Transformers trained in the page: what is shown of one and of two side by side.

import assert from 'node:assert/strict';

import { until, withPage } from '../../../../browser.mjs';
import { test } from '../../../../harness.mjs';
import { finished, panel, picture, place, quick, trained } from '../../training.mjs';

test('train: opens, trains at once, and shows every head', () => withPage(panel(), async (page, troubles) => {
  const { shown } = await until(page, trained(5));
  const [{ model, losses, accuracy, kind }] = shown.sides;
  assert.equal(kind, 'softmax');
  assert.ok(losses > 0 && accuracy >= 0);
  assert.equal(await page.locator('.attention-map').count(), model.layers * model.heads);
  assert.equal(await page.locator('.token').count(), model.length);
  assert.equal(await page.locator('.token.special').count(), 1);
  assert.equal(await page.locator('.attention-map').first().locator('.keys .special').textContent(), 'BOS');
  assert.match(await page.locator('.train-lines').textContent(), /^update [\d\u202f]+ of 2\u202f?000 · .* right · .* per update/);
  const pixels = await picture(page);
  const alpha = (query, key) => pixels[4 * (query * model.length + key) + 3];
  assert.equal(alpha(0, 1), 0); // what the mask hides
  assert.equal(alpha(1, 0), 255);
  assert.deepEqual(troubles, []);
}));

test('train: one head learns its task, and tells since when', () => withPage(panel(quick), async (page, troubles) => {
  const { shown } = await until(page, finished);
  const [side] = shown.sides;
  assert.equal(side.step, 60);
  assert.equal(side.losses, 60);
  assert.ok(side.accuracy > 0.9, String(side.accuracy));
  assert.match(await page.locator('.train-lines').textContent(), /^Finished: 60 updates/);
  assert.match(await page.locator('.figures').textContent(), /last prediction is right: [\d.]+\u2009%/);
  assert.deepEqual(troubles, []);
}));

test('train: the same seed gives the same run', async () => {
  const runs = [];
  for (let i = 0; i < 2; ++i) {
    await withPage(panel(quick), async (page) => {
      const { shown } = await until(page, finished);
      runs.push({ accuracy: shown.sides[0].accuracy, pixels: await picture(page) });
    });
  }
  assert.deepEqual(runs[1], runs[0]);
});

test('train: two kinds side by side, on the same sequences', () => withPage(panel(`${quick}&train.compare=sigmoid_unnorm`), async (page, troubles) => {
  const { shown } = await until(page, finished);
  assert.deepEqual(shown.sides.map(({ mark, kind }) => [mark, kind]), [['A', 'softmax'], ['B', 'sigmoid_unnorm']]);
  assert.equal(await page.locator('.side').count(), 2);
  assert.equal(await page.locator('.attention-map').count(), 2);
  assert.equal(await page.locator('.prediction').count(), 2);
  await place(page).getByLabel('Compare with').selectOption('');
  await until(page, (now) => now.shown.sides.length === 1 && finished(now));
  assert.equal(await page.locator('.side').count(), 1);
  assert.deepEqual(troubles, []);
}));
