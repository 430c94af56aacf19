// The tabs beside the run, and what every panel does.

import assert from 'node:assert/strict';

import { standsStill, state, until, withPage } from '../../../browser.mjs';
import { test } from '../../../harness.mjs';
import { done, panel } from '../panels.mjs';

const pressTab = (page, name) => page.getByRole('tab', { name, exact: true }).click();

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
  await until(page, done);
  await standsStill(page, ({ frames }) => frames);
}));

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
