// The buttons over training.

import assert from 'node:assert/strict';

import { standsStill, until, withPage } from '../../../../browser.mjs';
import { test } from '../../../../harness.mjs';
import { finished, long, panel, press, quick, trained } from '../../training.mjs';

test('train: pauses, does one update, goes on and starts over', () => withPage(panel(long), async (page) => {
  await until(page, trained(3));
  await press(page, 'Pause');
  const paused = await until(page, ({ shown }) => !shown.playing);
  const step = await standsStill(page, ({ shown }) => shown.sides[0].step);
  assert.ok(step >= paused.shown.sides[0].step);
  await press(page, 'One update');
  await until(page, ({ shown }) => shown.sides[0].step === step + 1);
  await press(page, 'Train');
  await until(page, trained(step + 5));
  await press(page, 'Pause');
  const before = await until(page, ({ shown }) => !shown.playing);
  await press(page, 'Start over');
  await until(page, ({ shown }) => shown.sides[0].step === 0);
  assert.ok(before.shown.sides[0].step > 0);
}));

test('train: who wants little motion presses the button first', () => withPage({ ...panel(quick), context: { reducedMotion: 'reduce' } }, async (page) => {
  await until(page, trained(0));
  assert.equal(await standsStill(page, ({ shown }) => shown.sides[0].step), 0);
  await press(page, 'Train');
  await until(page, finished);
}));
