import assert from 'node:assert/strict';

import { Pacer } from '../../../lab/pacer.js';
import { test } from '../../harness.mjs';

test('pacer: steps a second keep their fractions', async () => {
  const pacer = new Pacer();
  pacer.pace = 'steps=10';
  pacer.restart(0);
  let step = 0;
  for (let frame = 0; frame < 125; ++frame) step += pacer.due(step, 1 / 64);
  assert.equal(step, 19); // 125/64 s at 10 a second
});

test('pacer: a decade a second takes the step from 9 to 99 in a second', async () => {
  const pacer = new Pacer();
  pacer.pace = 'decades=1';
  pacer.restart(9);
  let step = 9;
  for (let frame = 0; frame < 20; ++frame) step += pacer.due(step, 0.05);
  assert.ok(step === 98 || step === 99, `step ${step}`);
});

test('pacer: goes on after a stall without catching up', async () => {
  const pacer = new Pacer();
  pacer.pace = 'steps=100';
  pacer.restart(0);
  assert.equal(pacer.due(0, 3600), 10);
});
