// The same run natively, under node and in Chromium, compared to the last bit.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { pageFolder, repository, withPage } from '../browser.mjs';
import { test } from '../harness.mjs';

const program = process.env.POLARIZE_PROGRAM ?? join(repository, 'build/release/polarize');
const run = promisify(execFile);
const steps = 100_000;
const { load } = await import(pathToFileURL(join(pageFolder, 'polarize.mjs')));

/** Runs an experiment with an engine and gives its end as plain numbers. Self-contained: it also runs in the browser. */
async function endOf(loadEngine, variant, experiment, parameters) {
  const engine = await loadEngine({ variant });
  const engineRun = engine.start({ experiment, parameters });
  engineRun.advance(1e9);
  const { step, alpha, a, loss } = engineRun.snapshot({ arrays: false });
  engineRun.free();
  return { step, alpha: [...alpha], a: [...a], loss };
}

const experiments = (await load()).catalogue();

for (const { id, parameters } of experiments) {
  const ofSteps = parameters.find(({ name }) => name === 'steps');
  const chosen = { steps: Math.min(steps, Number(ofSteps.default)) };

  test(`bits: ${id} is the same natively, under node and in Chromium`, () => withPage({}, async (page) => {
    const { stdout } = await run(program, ['run', id, '--set', `steps=${chosen.steps}`, '--format', 'json'], { maxBuffer: 1 << 28 });
    const native = JSON.parse(stdout);
    const expected = { step: native.step, alpha: native.alpha, a: native.a, loss: native.loss };
    for (const variant of ['simd', 'scalar']) {
      assert.deepEqual(await endOf(load, variant, id, chosen), expected, `node, ${variant}`);
    }
    for (const variant of ['relaxed', 'simd', 'scalar']) {
      const inChromium = await page.evaluate(async ([source, ...rest]) => {
        const api = await import(new URL('./polarize.mjs', document.baseURI).href);
        return globalThis.endOf(api.load, ...rest);
      }, [endOf.toString(), variant, id, chosen]);
      assert.deepEqual(inChromium, expected, `Chromium, ${variant}`);
    }
    return `${expected.step} steps, loss ${expected.loss}`;
  }));
}
