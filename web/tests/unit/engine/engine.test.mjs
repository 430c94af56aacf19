// The engine's JavaScript interface, as the assembled page offers it.

import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { pageFolder } from '../../browser.mjs';
import { test } from '../../harness.mjs';

const { PolarizeError, decodeSnapshot, load } = await import(pathToFileURL(join(pageFolder, 'polarize.mjs')));
const engine = await load();

test('engine: the catalogue has every experiment with complete parameters', async () => {
  const catalogue = engine.catalogue();
  assert.ok(catalogue.length >= 7);
  for (const { id, title, summary, parameters } of catalogue) {
    assert.ok(id && title && summary);
    for (const parameter of parameters) {
      assert.ok(parameter.name && parameter.label && parameter.help, `${id}: ${parameter.name}`);
      if (parameter.kind === 'choice') assert.ok(parameter.choices.includes(parameter.default), `${id}: ${parameter.name}`);
      else assert.ok(parameter.minimum <= Number(parameter.default) && Number(parameter.default) <= parameter.maximum, `${id}: ${parameter.name}`);
    }
  }
});

test('engine: the catalogue says when a parameter applies', async () => {
  const { parameters } = engine.catalogue().find(({ id }) => id === 'custom');
  const conditions = (name) => parameters.find((one) => one.name === name).applies_when;
  assert.deepEqual(conditions('n'), [{ parameter: 'loss', choices: ['regression', 'logistic_data'] }]);
  assert.deepEqual(conditions('momentum').map(({ parameter }) => parameter), ['dynamics', 'optimiser']);
  assert.deepEqual(conditions('k'), []);
});

test('engine: a run does not depend on how its steps are split', async () => {
  const ends = [[1000], Array(100).fill(10), [1, 2, 997]].map((parts) => {
    const run = engine.start({ experiment: 'logistic' });
    for (const part of parts) assert.equal(run.advance(part), part);
    const { step, alpha, a, loss, arrays } = run.snapshot();
    run.free();
    return { step, alpha, a, loss, arrays };
  });
  assert.equal(ends[0].step, 1000);
  assert.deepEqual(ends[1], ends[0]);
  assert.deepEqual(ends[2], ends[0]);
});

test('engine: stops at the last step', async () => {
  const run = engine.start({ experiment: 'logistic', parameters: { steps: 50 } });
  assert.equal(run.done, false);
  assert.equal(run.advance(80), 50);
  assert.equal(run.done, true);
  assert.equal(run.step, 50);
  assert.equal(run.snapshot().status, 'finished');
  run.free();
});

test('engine: as many steps as there are left may be asked for', async () => {
  for (const parameters of [{ steps: 50 }, { dynamics: 'flow', until: 'tau', horizon: 2 }]) {
    const run = engine.start({ experiment: 'logistic', parameters });
    assert.ok(run.advance(Infinity) > 0);
    assert.ok(run.done);
    assert.equal(run.advance(2 ** 70), 0);
    assert.deepEqual(run.snapshot({ firstSample: Infinity }).history.steps, []);
    run.free();
  }
});

for (const [count, told] of [[NaN, 'nan'], [-1, '-1'], [0.5, '0.5'], [-Infinity, '-inf']]) {
  test(`engine: ${count} is no number of steps, nor of samples`, async () => {
    const run = engine.start({ experiment: 'logistic' });
    assert.throws(() => run.advance(count), { name: 'PolarizeError', message: `budget: ${told} is not a count; allowed: integers from 0` });
    assert.throws(() => run.snapshot({ firstSample: count }), { name: 'PolarizeError', message: `first_sample: ${told} is not a count; allowed: integers from 0` });
    assert.equal(run.step, 0);
    run.free();
  });
}

test('engine: parts of a history make up the whole', async () => {
  const run = engine.start({ experiment: 'kl' });
  const steps = [];
  const alpha = [];
  for (let part = 0; part < 5; ++part) {
    run.advance(300);
    const { history } = run.snapshot({ firstSample: steps.length, arrays: false });
    steps.push(...history.steps);
    alpha.push(...history.series.alpha.values);
  }
  const whole = run.snapshot({ arrays: false });
  assert.deepEqual(steps, whole.history.steps);
  assert.deepEqual(Float64Array.from(alpha), whole.history.series.alpha.values);
  assert.deepEqual(whole.arrays, {});
  run.free();
});

test('engine: starts from given arrays and takes their sizes', async () => {
  const initial = { V: { shape: [2, 3], data: [1, 2, 3, 4, 5, 6] }, a: { shape: [3], data: [0.1, 0.2, 0.3] } };
  const run = engine.start({ experiment: 'logistic', initial });
  const { alpha, a } = run.snapshot();
  assert.equal(alpha.length, 3);
  assert.deepEqual([...a], initial.a.data);
  assert.equal(run.parameters().k, '3');
  run.free();
});

test('engine: a live parameter changes the run from there on', async () => {
  const ends = [undefined, 0.3].map((lr) => {
    const run = engine.start({ experiment: 'logistic' });
    run.advance(100);
    if (lr) run.set('lr', lr);
    run.advance(100);
    const { loss } = run.snapshot();
    assert.equal(run.parameters().lr, String(lr ?? 0.1));
    run.free();
    return loss;
  });
  assert.ok(ends[1] < ends[0], ends.join());
});

const refused = [
  [{ experiment: 'logistics' }, /logistics/],
  [{ experiment: 'logistic', parameters: { lr: 0 } }, /lr/],
  [{ experiment: 'logistic', parameters: { lr: NaN } }, /lr/],
  [{ experiment: 'logistic', parameters: { lr: '0.1x' } }, /lr/],
  [{ experiment: 'logistic', parameters: { map: 'cubic' } }, /cubic/],
  [{ experiment: 'logistic', parameters: { colour: 1 } }, /colour/],
  [{ experiment: 'logistic', initial: { W: { shape: [1], data: [1] } } }, /W/],
  [{ experiment: 'logistic', initial: { V: { shape: [2, 2], data: [1, 2, 3] } } }, /V.*\(2, 2\).*4 numbers, not 3/],
  [{ experiment: 'logistic', initial: { a: { shape: [2], data: [1, Infinity] } } }, /a/],
];
for (const [start, message] of refused) {
  test(`engine: refuses ${JSON.stringify(start)}`, async () => {
    assert.throws(() => engine.start(start), (error) => error instanceof PolarizeError && message.test(error.message) && !error.message.includes('\n'));
  });
}

test('engine: tells of every bad parameter and keeps the good ones', async () => {
  const { experiment, parameters, errors } = engine.check({ experiment: 'kl', parameters: { seed: 5, lr: -1, colour: 2 } });
  assert.equal(experiment, 'kl');
  assert.deepEqual(parameters, { seed: '5' });
  assert.equal(errors.length, 2);
});

test('engine: every double given as a parameter is kept to the bit', async () => {
  for (const lr of [0.1 + 0.2, 1 / 3, 1e-7, 123456.789, 5e-12 / 3]) {
    assert.equal(Number(engine.check({ experiment: 'logistic', parameters: { lr } }).parameters.lr), lr);
  }
});

test('engine: many runs one after the other do not eat the memory', async () => {
  const heap = () => process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const once = () => {
    const run = engine.start({ experiment: 'custom', parameters: { k: 200, d: 200 } });
    run.advance(1);
    run.snapshot();
    run.free();
  };
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  for (let count = 0; count < 20; ++count) once();
  collect();
  const before = heap();
  for (let count = 0; count < 300; ++count) once();
  const limit = 300 * 200 * 200 * 8 / 4;
  // What the collector lets go of is given back a little later.
  for (let wait = 0; wait < 200 && heap() - before >= limit; ++wait) {
    collect();
    await setTimeout(50);
  }
  assert.ok(heap() - before < limit, `${heap() - before} bytes more`);
}, { alone: true });

test('engine: an unknown build is refused', async () => {
  await assert.rejects(load({ variant: 'fast' }), /variant "fast": must be one of relaxed, simd, scalar/);
});

test('snapshot: damaged bytes are refused, never read beyond', async () => {
  const run = engine.start({ experiment: 'logistic' });
  const bytes = run.encodedSnapshot();
  run.free();
  for (let size = 0; size < bytes.length; size += 13) assert.throws(() => decodeSnapshot(bytes.slice(0, size)), /snapshot|Offset/, String(size));
  assert.throws(() => decodeSnapshot(Uint8Array.of(...bytes, 0)), /bytes are left/);
});
