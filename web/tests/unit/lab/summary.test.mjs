import assert from 'node:assert/strict';

import { summarise } from '../../../lab/summary.js';
import { test } from '../../harness.mjs';

const snapshot = { status: 'running', step: 12345, lastStep: 1e7, flow: null, progress: 0, loss: 0.6931, entropy: 1.2e-7, maxAlpha: 0.97531, winner: 2, alpha: new Float64Array(8), divergedStep: -1, divergedQuantity: '' };

test('summary: a run in words, its numbers written as everywhere on the page', async () => {
  assert.equal(summarise(snapshot, true), 'Step 12\u202f345 of 10\u202f000\u202f000, playing. Token 3 of 8 has the largest weight, 97.53%; ' +
    'the entropy is 1.2\u2009×\u200910⁻⁷ nats, the loss 0.693.');
  assert.match(summarise({ ...snapshot, maxAlpha: -1.5 }, false), /paused.* the largest weight, −1\.5;/);
});

test('summary: a flow tells its time, however far beyond the range of numbers', async () => {
  const flow = { ...snapshot, progress: 0.5, flow: { logT: 1000 * Math.LN10 } };
  assert.match(summarise(flow, true), /^Gradient flow at time 10\^1000, 50% of the way, playing\./);
  assert.match(summarise({ ...flow, flow: { logT: Math.log(20) } }, true), /^Gradient flow at time 20, /);
});

test('summary: what ended too early says why', async () => {
  assert.match(summarise({ ...snapshot, status: 'diverged', divergedStep: 1234, divergedQuantity: 'loss' }, false), /The run diverged: loss was no longer finite at step 1\u202f234\./);
  assert.match(summarise({ ...snapshot, status: 'stuck', stuckReason: 'the flow is not smooth there' }, false), /The flow is stuck: the flow is not smooth there\./);
});
