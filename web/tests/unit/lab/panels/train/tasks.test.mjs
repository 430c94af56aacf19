// What the training panel knows of each task, against the catalogue and the runs of the module that trains them.

import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

import { metrics } from '../../../../../lab/panels/train/curves.js';
import { parametersOf, settings, settle } from '../../../../../lab/panels/train/settings.js';
import { taskCalled, tasks } from '../../../../../lab/panels/train/tasks.js';
import { pageModule } from '../../../../browser.mjs';
import { test } from '../../../../harness.mjs';

const { loadAttention } = await import(pathToFileURL(pageModule('attention.mjs')));
const attention = await loadAttention();
const catalogue = attention.catalogue();

/** What a panel gives its parts, with `given` in the address. */
function contextWith(given) {
  const lab = { state: { settings: Object.fromEntries(Object.entries(given).map(([name, text]) => [`train.${name}`, text])) } };
  return {
    lab,
    setting: (name) => lab.state.settings[`train.${name}`] ?? settings[name],
    set: (name, text) => (text === undefined ? delete lab.state.settings[`train.${name}`] : (lab.state.settings[`train.${name}`] = text)),
  };
}

test('tasks: every task of the catalogue has its row, and no other has', async () => {
  assert.deepEqual(Object.keys(tasks).sort(), catalogue.map(({ id }) => id).sort());
});

test('tasks: one without a row is refused, not shown as another', async () => {
  assert.throws(() => taskCalled('copying'), /^Error: task "copying": the panel has no row for it; there are induction, classification$/);
  assert.throws(() => taskCalled('toString'), /no row/);
});

for (const { id, parameters } of catalogue) {
  test(`tasks: what is shown of ${id} is there in a run`, async () => {
    const { title, heading, sizes, headNumbers, curve, names } = taskCalled(id);
    assert.ok(title && heading);
    for (const [size, preset] of Object.entries(sizes)) {
      assert.ok(preset.title);
      for (const name of Object.keys(preset.parameters)) assert.ok(parameters.some((one) => one.name === name), `${size}: ${name}`);
    }
    const run = attention.start({ experiment: id, parameters: { ...sizes.small.parameters, evaluation_sequences: 32 } });
    run.evaluate();
    const { training } = run.snapshot({ interventions: true });
    for (const [name, called, help] of headNumbers) {
      assert.deepEqual(training.metrics[name]?.shape, [run.model.layers, run.model.heads], name);
      assert.ok(called && help);
    }
    assert.ok(metrics[curve] && training.evaluations.series[curve], curve);
    const vocabulary = names(run.parameters());
    assert.equal(vocabulary.count, run.model.tokens);
    assert.equal(vocabulary.classes.length, run.model.outputs);
    run.free();
  });
}

test('tasks: settings that cannot be used are told, and the defaults take their place', async () => {
  const context = contextWith({ task: 'copying', size: 'huge', compare: 'loud', hidden: 'stay', sample: '-1', lr: '0.01' });
  const errors = settle(context, catalogue);
  assert.equal(errors.length, 5);
  assert.equal(errors[0], 'train.task "copying": must be one of induction, classification');
  assert.equal(errors[1], 'train.size "huge": must be one of small, paper');
  assert.deepEqual(Object.keys(settings).map((name) => context.setting(name)), Object.values(settings));
  assert.deepEqual(parametersOf(context), { ...tasks.induction.sizes.small.parameters, lr: '0.01' });
});
