// The training of attention models, as its JavaScript interface offers it, under node.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { nativeProgram, pageModule } from '../../browser.mjs';
import { test } from '../../harness.mjs';

const page = (source) => import(pathToFileURL(pageModule(source)));
const [{ Attention, loadAttention }, { differs, firstLosses }, { attention: builds }, { compileModule, importScript, instantiate }] =
  await Promise.all(['attention.mjs', 'attention_self_test.mjs', 'engines.mjs', 'compile.mjs'].map(page));
const run = promisify(execFile);

const small = { d: 16, heads: 2, layers: 2, vocabulary: 20, distinct: 6, batch: 16, sequences: 256, evaluation_sequences: 32, positions: 'add' };
const labels = { d: 16, heads: 1, layers: 1, mlp: 'off', layer_norm: 'off', batch: 32, sequences: 512, evaluation_sequences: 64, lr: 0.01 };
const attention = await loadAttention();

const started = (parameters, experiment = 'induction', module = attention) => module.start({ experiment, parameters });

/** The losses of `steps` updates, done in `parts`. */
function losses(parts, parameters, experiment) {
  const one = started(parameters, experiment);
  for (const part of parts) assert.equal(one.advance(part), part);
  const { history } = one.snapshot();
  one.free();
  return history.series.loss.values;
}

for (const variant of ['simd', 'scalar']) {
  test(`attention: the build "${variant}" passes the self-test`, async () => {
    const module = await loadAttention({ variant });
    assert.equal(module.variant, variant);
    assert.equal(differs(firstLosses(module)), '');
  });
}

test('attention: the self-test tells what is wrong', async () => {
  const right = firstLosses(attention);
  assert.match(differs(right.map((loss, i) => (i === 3 ? loss * 1.001 : loss))), /^the loss \S+ in the place of \S+$/);
  assert.match(differs(right.map(() => NaN)), /^the loss NaN/);
  assert.match(differs(right.slice(1)), /^9 losses in the place of 10$/);
});

test('attention: the catalogue has both tasks with complete parameters', async () => {
  const catalogue = attention.catalogue();
  assert.deepEqual(catalogue.map(({ id }) => id), ['induction', 'classification']);
  for (const { title, summary, model, parameters } of catalogue) {
    assert.ok(title && summary);
    assert.equal(model, 'attention');
    for (const { name, label, help, kind, choices, minimum, maximum, default: value } of parameters) {
      assert.ok(name && label && help);
      assert.ok(kind === 'choice' ? choices.includes(value) : minimum <= Number(value) && Number(value) <= maximum, name);
    }
  }
});

test('attention: one head learns to classify', async () => {
  const one = started(labels, 'classification');
  one.evaluate();
  const before = one.snapshot().loss;
  assert.equal(one.advance(150), 150);
  const { loss, metrics, training } = one.snapshot();
  one.free();
  assert.ok(loss < before / 4, `${before} → ${loss}`);
  assert.equal(metrics.accuracy, 1);
  assert.ok(training.metrics.rel_attn_max.data[0] > 0.2);
  return `loss ${loss.toFixed(4)}`;
});

test('attention: a seed gives the same losses to the last bit, however the updates are divided', async () => {
  const whole = losses([60], small);
  assert.deepEqual(losses([60], small), whole);
  assert.deepEqual(losses([1, 20, 9, 30], small), whole);
  assert.notDeepEqual(losses([60], { ...small, seed: 1 }), whole);
});

test('attention: the first losses are the native program’s, but for rounding', async () => {
  const options = Object.entries({ ...small, steps: 30 }).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const { stdout } = await run(nativeProgram, ['run', 'induction', ...options, '--threads', '1', '--format', 'json'], { maxBuffer: 1 << 26 });
  const { history } = JSON.parse(stdout);
  const own = losses([30], small);
  assert.equal(history.loss.length, 30);
  own.forEach((loss, i) => assert.ok(Math.abs(loss - history.loss[i]) <= 1e-4 * loss, `update ${i}: ${loss} and ${history.loss[i]}`));
  return `furthest apart ${Math.max(...[...own].map((loss, i) => Math.abs(loss / history.loss[i] - 1))).toExponential(1)}`;
});

test('attention: softmax spends all its weight on what the mask leaves', async () => {
  const one = started(small);
  one.advance(5);
  const { layers, heads, length } = one.model;
  const { training: { samples } } = one.snapshot({ samples: 3 });
  assert.deepEqual(samples.attention.shape, [3, layers, heads, length, length]);
  for (let row = 0; row < 3 * layers * heads * length; ++row) {
    const weights = samples.attention.data.subarray(row * length, (row + 1) * length);
    const query = row % length;
    assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight) - 1) < 1e-5);
    assert.ok(weights.subarray(query + 1).every((weight) => weight === 0));
  }
  const look = one.look([...samples.tokens.data.subarray(0, length)]);
  assert.deepEqual([...look.attention], [...samples.attention.data.subarray(0, look.attention.length)]);
  one.free();
});

test('attention: a token replaced by itself changes nothing', async () => {
  const one = started(small);
  one.advance(20);
  const { length, tokens, outputs } = one.model;
  const { training: { samples } } = one.snapshot({ samples: 1 });
  const sequence = [...samples.tokens.data];
  const logits = [...one.look(sequence).logits.subarray((length - 1) * outputs)];
  const predicted = logits.indexOf(Math.max(...logits));
  for (let position = 0; position < length; ++position) {
    const predictions = one.replacements(sequence, position);
    assert.equal(predictions.length, tokens);
    assert.equal(predictions[sequence[position]], predicted);
  }
  one.free();
});

test('attention: every replacement is tried in the memory of some, and predicts what a look at it does', async () => {
  const { script, module: address } = builds.simd;
  const { default: factory } = await importScript(script);
  const module = await instantiate(factory, await compileModule(address));
  const one = started({ d: 16, heads: 8, layers: 4, vocabulary: 300, distinct: 46, batch: 4, sequences: 8, evaluation_sequences: 4 }, 'induction', new Attention(module, 'simd', []));
  const { length, tokens, outputs, layers, heads } = one.model;
  const sequence = [...one.snapshot({ samples: 1 }).training.samples.tokens.data];
  one.look(sequence);
  const before = module.HEAPU8.length;
  const predictions = one.replacements(sequence, 3);
  const more = module.HEAPU8.length - before;
  assert.ok(more < tokens * layers * heads * length * length * 8 / 10, `${more} bytes more`);
  for (const token of [0, 7, tokens - 1]) {
    const logits = [...one.look(sequence.with(3, token)).logits.subarray((length - 1) * outputs)];
    assert.equal(predictions[token], logits.indexOf(Math.max(...logits)));
  }
  one.free();
  return `${(more / 1e6).toFixed(0)} MB more`;
});

test('attention: as many updates as there are left may be asked for', async () => {
  const one = started({ ...small, steps: 30, evaluate_every: 7 });
  assert.equal(one.advance(Infinity), 30);
  assert.ok(one.done);
  assert.equal(one.advance(Infinity), 0);
  assert.deepEqual([...one.snapshot().training.evaluations.steps], [0, 7, 14, 21, 28, 30]);
  one.free();
});

test('attention: what is no number of updates is refused', async () => {
  const one = started(small);
  for (const count of [NaN, -1, 2.5]) {
    assert.throws(() => one.advance(count), { name: 'PolarizeError', message: `budget: ${String(count).toLowerCase()} is not a count; allowed: integers from 0` });
  }
  assert.throws(() => one.snapshot({ samples: NaN }), /^PolarizeError: samples: nan is not a count/);
  assert.equal(one.step, 0);
  one.free();
});

test('attention: the interventions are measured when they are asked for', async () => {
  const one = started(labels, 'classification');
  one.advance(100);
  assert.equal(one.snapshot().training.metrics.dominance, undefined);
  const { training: { metrics } } = one.snapshot({ interventions: true });
  one.free();
  for (const name of ['one_token_attack', 'attack_flipped', 'dominance']) assert.ok(metrics[name].data.every((share) => share >= 0 && share <= 1), name);
});

test('attention: what diverges says at which update, and shows no number that is none', async () => {
  const one = started({ ...small, lr: 1e6, layer_norm: 'off' });
  one.advance(2000);
  const { status, divergedStep, training, loss } = one.snapshot({ samples: 1 });
  one.free();
  assert.equal(status, 'diverged');
  assert.ok(divergedStep > 0 && divergedStep < 2000);
  assert.ok(Number.isFinite(loss));
  for (const [name, { data }] of [...Object.entries(training.metrics), ...Object.entries(training.samples)]) assert.ok(data.every(Number.isFinite), name);
  return `at update ${divergedStep}`;
});

test('attention: the learning rate changes under way, the width does not', async () => {
  const one = started(small);
  one.advance(3);
  one.set('lr', '0.01');
  assert.equal(one.parameters().lr, '0.01');
  assert.throws(() => one.set('d', '32'), /^PolarizeError: d: cannot change while a run is under way/);
  one.free();
});

const refused = [
  ['an unknown task', 'inductions', {}, /experiment: "inductions".*did you mean "induction"/],
  ['an unknown parameter', 'induction', { head: 2 }, /head/],
  ['a learning rate that is none', 'induction', { lr: 'fast' }, /lr.*fast/],
  ['heads that do not divide the width', 'induction', { d: 30, heads: 4 }, /heads/],
  ['a vocabulary too small for the sequence', 'induction', { vocabulary: 8 }, /vocabulary: 8/],
  ['labels that do not share the tokens out', 'classification', { vocabulary: 43 }, /vocabulary: 43/],
  ['more memory than there is', 'induction', { d: 1024, layers: 64, heads: 64 }, /memory: .* GB; allowed: up to 3\.5 GB/],
];
for (const [name, experiment, parameters, message] of refused) {
  test(`attention: refuses ${name}`, async () => {
    assert.throws(() => attention.start({ experiment, parameters }), (error) => error.name === 'PolarizeError' && message.test(error.message) && !error.message.includes('\n'));
  });
}

test('attention: refuses sequences that the model cannot read', async () => {
  const one = started(small);
  assert.throws(() => one.look([0, 1, 2]), /sequence: has 3 tokens; the model reads 8/);
  assert.throws(() => one.look([0, 1, 2, 3, 4, 5, 6, 40]), /token "40": must be an integer from 0 to 39/);
  assert.throws(() => one.replacements([0, 1, 2, 3, 4, 5, 6, 1], 8), /position "8"/);
  one.free();
});
