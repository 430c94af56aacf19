// How long training goes on, what it costs, and what happens when it cannot.

import assert from 'node:assert/strict';

import { hide, processorShare, standsStill, until, withPage } from '../../../../browser.mjs';
import { test } from '../../../../harness.mjs';
import { finished, long, panel, place, quick, trained } from '../../training.mjs';

test('train: nothing is drawn where nothing changes', () => withPage(panel(quick), async (page) => {
  await until(page, (now) => finished(now) && now.shown.flipped !== '');
  await standsStill(page, ({ shown }) => shown.draws);
}));

test('train: the page goes on drawing while the paper’s model trains twice', () => withPage(panel('&train.size=paper&train.compare=gated'), async (page) => {
  await until(page, trained(1));
  const share = processorShare();
  const gaps = await page.evaluate(async () => {
    const times = [];
    for (let i = 0; i < 20; ++i) times.push(await new Promise((next) => requestAnimationFrame(next)));
    return times.slice(1).map((time, i) => time - times[i]);
  });
  const slow = gaps.toSorted((a, b) => a - b)[Math.floor(0.9 * gaps.length)];
  assert.ok(slow * share < 500, `${slow} ms`);
  assert.match(await page.locator('.train-lines').textContent(), /ms per update · .* about .* to go/);
  return `nine of ten frames within ${slow.toFixed(0)} ms`;
}), { alone: true });

test('train: who comes back finds the run where it was left', () => withPage(panel(long), async (page) => {
  await until(page, trained(20));
  await page.getByRole('tab', { name: 'One run' }).click();
  await until(page, ({ shown }) => shown === null);
  await page.getByRole('tab', { name: 'Train a transformer' }).click();
  const { shown } = await until(page, ({ shown: now }) => now?.sides?.[0]?.step >= 20);
  assert.ok(shown.sides[0].losses >= 20);
  await until(page, trained(shown.sides[0].step + 5));
}));

test('train: a hidden page stands still, or goes on where the reader chose so', () => withPage(panel(long), async (page) => {
  await until(page, trained(5));
  await hide(page, true);
  await until(page, ({ shown }) => !shown.playing);
  const step = await standsStill(page, ({ shown }) => shown.sides[0].step);
  await place(page).getByLabel('Keep training while this page is hidden').check();
  const { address } = await until(page, ({ shown }) => shown.playing && shown.sides[0].step > step + 5);
  assert.match(address, /train\.hidden=go/);
}));

test('train: a module that cannot be fetched is told on the page', () => withPage({
  ...panel(),
  prepare: (page) => page.route(/polarize-attention/, (route) => route.fulfill({ status: 404, body: 'gone' })),
}, async (page) => {
  await page.getByText(/Training stopped: .*polarize-attention\S+: the server answered 404/).first().waitFor();
}));
