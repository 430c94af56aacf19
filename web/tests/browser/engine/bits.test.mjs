// The same run natively, under node and in Chromium, compared to the last bit.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { nativeProgram, openPage, pageFolder } from '../../browser.mjs';
import { test } from '../../harness.mjs';

const run = promisify(execFile);
const steps = 100_000;
const { load } = await import(pathToFileURL(join(pageFolder, 'polarize.mjs')));

const engines = new Map();
const engineOf = (variant) => engines.get(variant) ?? engines.set(variant, load({ variant })).get(variant);

/** Runs an experiment with an engine and gives its end as plain numbers. Its source is also used in the browser. */
async function endOf(engine, experiment, parameters) {
  const engineRun = engine.start({ experiment, parameters });
  engineRun.advance(1e9);
  const { step, alpha, a, loss } = engineRun.snapshot({ arrays: false });
  engineRun.free();
  return { step, alpha: [...alpha], a: [...a], loss };
}

/** In the page: the same by the engine that the page offers. */
async function runInPage([variant, ...settings]) {
  const api = await import(new URL('./polarize.mjs', document.baseURI).href);
  globalThis.engines ??= {};
  globalThis.engines[variant] ??= api.load({ variant });
  return globalThis.endOf(await globalThis.engines[variant], ...settings);
}

let opened = null;

/** One page for all cases; it ends with the browser. */
function quietPage() {
  opened ??= openPage({ context: { reducedMotion: 'reduce' }, prepare: (page) => page.addInitScript(`globalThis.endOf = ${endOf}`) });
  return opened.then(({ page }) => page);
}

const experiments = (await load()).catalogue();
const cases = experiments.flatMap(({ id, parameters }) => {
  const ofSteps = parameters.find(({ name }) => name === 'steps');
  const descent = { id, name: id, chosen: { steps: Math.min(steps, Number(ofSteps.default)) } };
  return [descent, { id, name: `${id} as gradient flow`, chosen: { dynamics: 'flow' } }];
});

for (const { id, name, chosen } of cases) {
  test(`bits: ${name} is the same natively, under node and in Chromium`, async () => {
    const page = await quietPage();
    const options = Object.entries(chosen).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
    const { stdout } = await run(nativeProgram, ['run', id, ...options, '--format', 'json'], { maxBuffer: 1 << 28 });
    const native = JSON.parse(stdout);
    const expected = { step: native.steps, alpha: native.alpha, a: native.a, loss: native.loss };
    for (const variant of ['simd', 'scalar']) {
      assert.deepEqual(await endOf(await engineOf(variant), id, chosen), expected, `node, ${variant}`);
    }
    for (const variant of ['relaxed', 'simd', 'scalar']) {
      assert.deepEqual(await page.evaluate(runInPage, [variant, id, chosen]), expected, `Chromium, ${variant}`);
    }
    return `${expected.step} steps, loss ${expected.loss}`;
  });
}
