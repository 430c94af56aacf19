// The panels beside the run: theorems, ensembles, phase diagrams.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { environment, nativeProgram, rest, state, until, withPage } from '../../../browser.mjs';
import { test } from '../../../harness.mjs';

const run = promisify(execFile);
const panel = (address) => ({ address, plotted: false });
const done = ({ shown }) => shown?.work?.done === true;
const pressTab = (page, name) => page.getByRole('tab', { name, exact: true }).click();

/** A page on which the machine has `count` processors. */
const processors = (count) => (page) => page.addInitScript(`Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => ${count} })`);

test('panels: tabs open them and come back to the run, which goes on', () => withPage({ address: '#pace=steps%3D60' }, async (page, troubles) => {
  const before = await until(page, ({ snapshot }) => snapshot.step > 0);
  await pressTab(page, 'Ensemble');
  await until(page, ({ panel: open, held, shown }) => open === 'ensemble' && held && shown !== null);
  const { frames } = await until(page, ({ shown }) => shown.result !== null);
  assert.equal(await page.locator('#stage').isVisible(), false);
  await pressTab(page, 'One run');
  const after = await until(page, ({ held, snapshot }) => !held && snapshot.step > before.snapshot.step);
  assert.equal(after.run, before.run);
  await until(page, (now) => now.frames > frames);
  assert.equal(await page.locator('#stage').isVisible(), true);
  assert.deepEqual(troubles, []);
}));

test('panels: the arrow keys go from tab to tab', () => withPage({}, async (page) => {
  await page.locator('#tab-run').focus();
  await page.keyboard.press('ArrowRight');
  await until(page, ({ panel: open }) => open === 'theorems');
  await page.keyboard.press('End');
  await until(page, ({ panel: open }) => open === 'train');
  assert.equal(await page.locator('#tab-train').getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Home');
  await until(page, ({ panel: open, held }) => open === '' && !held);
}));

test('panels: nothing is drawn in the canvas while one is open', () => withPage({ address: '#pace=steps%3D60' }, async (page) => {
  await pressTab(page, 'Phase diagram');
  await until(page, done, 90);
  const { frames } = await state(page);
  await rest(400);
  assert.equal((await state(page)).frames, frames);
}));

test('theorems: hold, and a large step breaks one, which is told with its place', () => withPage(panel('#panel=theorems&steps=20000'), async (page, troubles) => {
  const held = await until(page, done, 90);
  assert.ok(held.shown.result.length >= 15);
  assert.deepEqual(held.shown.result.filter(({ pass }) => !pass), []);
  assert.match(await page.locator('.verdict').textContent(), /^\d+ held, all \d+ checked\.$/);
  await page.getByRole('button', { name: 'lr = 100' }).click();
  const broken = await until(page, (now) => now.parameters.lr === '100' && done(now) && now.shown.result.some(({ pass }) => !pass), 90);
  assert.match(broken.address, /lr=100/);
  assert.equal(await page.locator('.claims li').first().getAttribute('class'), 'fail');
  assert.equal(await page.locator('.claims li').count(), broken.shown.result.length);
  assert.deepEqual(troubles, []);
}));

test('theorems: a claim that breaks along the run says at which update', () => withPage(panel('#panel=theorems&steps=2000'), async (page) => {
  await page.getByRole('button', { name: 'noise = 0.01' }).click();
  const { shown } = await until(page, (now) => now.parameters.noise === '0.01' && done(now), 90);
  const order = shown.result.find(({ id }) => id === 'order');
  assert.equal(order.pass, false);
  assert.ok(order.broke_at.step > 0 && order.broke_at.step <= 2000);
  assert.match(await page.locator('[data-claim="order"].fail .broke').textContent(), new RegExp(`^Broke at update ${order.broke_at.step}\\b`));
  await page.getByRole('button', { name: 'noise = 0.01' }).click();
  await until(page, (now) => now.parameters.noise === undefined && done(now) && now.shown.result.every(({ pass }) => pass), 90);
}));

const ensembleAddress = '#panel=ensemble&ensemble.count=96&ensemble.length=3000&a_scale=0.5';

test('ensemble: the same bits for any number of workers, and natively', async () => {
  const results = [];
  for (const count of [1, 3]) {
    await withPage({ ...panel(ensembleAddress), prepare: processors(count) }, async (page, troubles) => {
      const { shown } = await until(page, done, 90);
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
    const begun = performance.now();
    [...document.querySelectorAll('.workline button')].find(({ textContent }) => textContent === 'Cancel').click();
    const { shown } = document.querySelector('#demo').polarize.state();
    return { milliseconds: performance.now() - begun, running: shown.running, finished: shown.result.finished };
  });
  assert.equal(cancelled.running, false);
  assert.ok(cancelled.milliseconds < 100, `${cancelled.milliseconds} ms`);
  assert.match(await page.locator('.work').textContent(), /^Cancelled after [\d\u202f]+ of 1\u202f000\u202f000 flows/);
  await rest(500);
  assert.equal((await state(page)).shown.result.finished, cancelled.finished);
  return `${cancelled.milliseconds.toFixed(1)} ms`;
}));

test('ensemble: rests while the page is hidden', () => withPage(panel('#panel=ensemble&ensemble.count=1000000&ensemble.length=5000'), async (page) => {
  await until(page, ({ shown }) => shown?.result?.finished > 0);
  const hide = (hidden) => page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
  await hide(true);
  let before;
  let now = (await state(page)).shown.result.finished;
  do {
    before = now;
    await rest(1000);
    now = (await state(page)).shown.result.finished;
  } while (now !== before);
  await hide(false);
  await until(page, ({ shown }) => shown.result.finished > now);
}));

test('ensemble: pointing at the bands tells that moment', () => withPage(panel(ensembleAddress), async (page) => {
  await until(page, done, 90);
  await page.locator('.wide .chart').hover({ position: { x: 300, y: 60 } });
  await page.getByText(/^After [\d.\u202f]+ updates: largest weight 0\.\d+ \(0\.\d+ to 0\.\d+\)/).waitFor();
}));

test('ensemble: the dynamics changes there as everywhere', () => withPage(panel('#panel=ensemble&ensemble.count=64'), async (page) => {
  await until(page, done, 90);
  await page.locator('#panel').getByLabel('Dynamics').selectOption('flow');
  const flow = await until(page, (now) => now.parameters.dynamics === 'flow' && done(now) && now.shown.result.bands.unit === 'tau', 90);
  assert.match(flow.address, /panel=ensemble/);
  assert.match(flow.address, /dynamics=flow/);
}));

test('ensemble: what is not allowed is refused by name', () => withPage(panel('#panel=ensemble&ensemble.count=lots'), async (page) => {
  await page.locator('.work.refused').waitFor();
  assert.match(await page.locator('.work').textContent(), /count "lots"/);
  await page.locator('#panel').getByLabel('Flows', { exact: true }).fill('32');
  await page.locator('#panel').getByLabel('Flows', { exact: true }).press('Enter');
  const { address } = await until(page, done, 90);
  assert.match(address, /ensemble\.count=32/);
}));

const mapAddress = '#panel=map&map.x=lr%3D0.01%3A10%3A33%3Alog&map.y=k%3D2%3A9%3A8&map.length=400&map.measure=max_alpha';

test('map: coarse first, and a click opens the run of a point', () => withPage(panel(mapAddress), async (page, troubles) => {
  const { shown: { result } } = await until(page, done, 90);
  assert.equal(result.z.length, 33 * 8);
  assert.ok(result.z.every((value) => value > 0.1 && value <= 1));
  const surface = page.locator('.surface');
  const { width, height } = await surface.boundingBox();
  await surface.click({ position: { x: (32.5 / 33) * width, y: (0.5 / 8) * height } });
  const opened = await until(page, ({ panel: open, parameters, snapshot }) => open === '' && parameters.lr === '10' && snapshot.step === 400);
  assert.equal(opened.parameters.k, '9');
  // Lanes compute the flow of u alone, the run the whole V: equal but for rounding.
  assert.ok(Math.abs(Math.max(...opened.snapshot.alpha) - result.z.at(-1)) < 1e-12);
  assert.deepEqual(troubles, []);
}));

test('map: is saved as comma-separated values', () => withPage(panel(mapAddress), async (page) => {
  const { shown: { result } } = await until(page, done, 90);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save' }).click()]);
  assert.equal(download.suggestedFilename(), 'logistic-map.csv');
  const lines = readFileSync(await download.path(), 'utf8').trimEnd().split('\n');
  assert.equal(lines[0], 'lr,k,max_alpha');
  assert.deepEqual(lines.slice(1).map((line) => Number(line.split(',')[2])), result.z);
}));

test('map: the keyboard walks over it', () => withPage(panel(mapAddress), async (page) => {
  await until(page, done, 90);
  await page.locator('.surface').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.getByText(/^lr = 0\.0124, k = 3: largest weight at the end /).waitFor();
  await page.keyboard.press('Enter');
  await until(page, ({ panel: open, parameters }) => open === '' && parameters.k === '3');
}));

test('map: what is chosen is in the address, and comes back from it', async () => {
  const address = await withPage(panel('#panel=map'), async (page) => {
    await until(page, done, 90);
    await page.locator('#panel').getByLabel('Show').selectOption('winner_share');
    await page.locator('#panel').getByLabel('Points a side').selectOption('16');
    await page.locator('#panel').getByLabel('Updates').fill('150');
    await page.locator('#panel').getByLabel('Updates').press('Enter');
    const now = await until(page, (one) => done(one) && one.shown.result.request.parameters.steps === '150' && one.shown.result.measure === 'winner_share', 90);
    return now.address;
  });
  const { server } = await environment();
  assert.ok(address.startsWith(server.address));
  await withPage(panel(new URL(address).hash), async (page) => {
    const { shown } = await until(page, done, 90);
    assert.equal(shown.result.measure, 'winner_share');
    assert.equal(shown.result.x.values.length, 16);
    assert.equal(shown.result.request.parameters.steps, '150');
  });
});

test('panels: a worker that cannot start is told on the page', () => withPage({
  ...panel('#panel=map'),
  prepare: (page) => page.route(/studies_worker/, (route) => route.fulfill({ status: 404, body: 'gone' })),
}, async (page) => {
  await page.getByText(/The phase diagram stopped: studies_worker\S+: the server answered 404/).waitFor();
  assert.match(await page.locator('.work').textContent(), /The workers stopped/);
}));

test('panels: a module that cannot be fetched is told on the page', () => withPage({
  ...panel('#panel=ensemble'),
  prepare: (page) => page.route(/ensemble_panel/, (route) => route.fulfill({ status: 500, body: '' })),
}, async (page) => {
  await page.getByText(/The view "Ensemble" cannot be shown: ensemble_panel\S+: the server answered 500/).waitFor();
}));

test('panels: an unknown one in the address is named', () => withPage({ address: '#panel=maps' }, async (page) => {
  await page.getByText(/panel "maps": must be one of theorems, ensemble, map, train/).waitFor();
  assert.equal((await state(page)).panel, '');
}));
