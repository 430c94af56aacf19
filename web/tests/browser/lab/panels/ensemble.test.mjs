// Ensembles of flows in the page.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { hide, nativeProgram, standsStill, state, until, withPage } from '../../../browser.mjs';
import { test } from '../../../harness.mjs';
import { done, panel } from '../panels.mjs';

const run = promisify(execFile);

/** A page on which the machine has `count` processors. */
const processors = (count) => (page) => page.addInitScript(`Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => ${count} })`);

const ensembleAddress = '#panel=ensemble&ensemble.count=96&ensemble.length=3000&a_scale=0.5';

test('ensemble: the same bits for any number of workers, and natively', async () => {
  const results = [];
  for (const count of [1, 3]) {
    await withPage({ ...panel(ensembleAddress), prepare: processors(count) }, async (page, troubles) => {
      const { shown } = await until(page, done);
      assert.equal(shown.work.workers, count);
      results.push(shown.result);
      assert.deepEqual(troubles, []);
    });
  }
  assert.deepEqual(results[1], results[0]);
  const { stdout } = await run(nativeProgram, ['ensemble', 'logistic', '--count', '96', '--set', 'steps=3000', '--set', 'a_scale=0.5', '--format', 'json'], { maxBuffer: 1 << 26 });
  const { time_to_polarise: { threshold: _, ...times }, ...others } = JSON.parse(stdout);
  const native = { ...others, time_to_polarise: times };
  for (const key of ['winners', 'entropy', 'time_to_polarise', 'bands', 'flow_steps', 'diverged']) assert.deepEqual(results[0][key], native[key], key);
});

test('ensemble: grows while it is looked at, and is cancelled at once', () => withPage(panel('#panel=ensemble&ensemble.count=1000000&ensemble.length=20000'), async (page) => {
  const first = await until(page, ({ shown }) => shown?.result?.finished > 0);
  await until(page, ({ shown }) => shown.result.finished > first.shown.result.finished);
  const cancelled = await page.evaluate(() => {
    [...document.querySelectorAll('.workline button')].find(({ textContent }) => textContent === 'Cancel').click();
    const { shown } = document.querySelector('#demo').polarize.state();
    return { running: shown.running, finished: shown.result.finished };
  });
  assert.equal(cancelled.running, false);
  assert.match(await page.locator('.work').textContent(), /^Cancelled after [\d\u202f]+ of 1\u202f000\u202f000 flows/);
  assert.equal(await standsStill(page, ({ shown }) => shown.result.finished), cancelled.finished);
}));

test('ensemble: rests while the page is hidden', () => withPage(panel('#panel=ensemble&ensemble.count=1000000&ensemble.length=5000'), async (page) => {
  await until(page, ({ shown }) => shown?.result?.finished > 0);
  await hide(page, true);
  const now = await standsStill(page, ({ shown }) => shown.result.finished, 60);
  await hide(page, false);
  await until(page, ({ shown }) => shown.result.finished > now);
}));

test('ensemble: pointing at the bands tells that moment', () => withPage(panel(ensembleAddress), async (page) => {
  await until(page, done);
  await page.locator('.wide .chart').hover({ position: { x: 300, y: 60 } });
  await page.getByText(/^After [\d.\u202f]+ updates: largest weight 0\.\d+ \(0\.\d+ to 0\.\d+\)/).waitFor();
}));

test('ensemble: the dynamics changes there as everywhere', () => withPage(panel('#panel=ensemble&ensemble.count=64'), async (page) => {
  await until(page, done);
  await page.locator('#panel').getByLabel('Dynamics').selectOption('flow');
  const flow = await until(page, (now) => now.parameters.dynamics === 'flow' && done(now) && now.shown.result.bands.unit === 'tau');
  assert.match(flow.address, /panel=ensemble/);
  assert.match(flow.address, /dynamics=flow/);
}));

test('ensemble: what is not allowed is refused by name', () => withPage(panel('#panel=ensemble&ensemble.count=lots'), async (page) => {
  await page.locator('.work.refused').waitFor();
  assert.match(await page.locator('.work').textContent(), /count "lots"/);
  await page.locator('#panel').getByLabel('Flows', { exact: true }).fill('32');
  await page.locator('#panel').getByLabel('Flows', { exact: true }).press('Enter');
  const { address } = await until(page, done);
  assert.match(address, /ensemble\.count=32/);
}));
