// The claims of the theory, checked in the page.

import assert from 'node:assert/strict';

import { until, withPage } from '../../../browser.mjs';
import { test } from '../../../harness.mjs';
import { done, panel } from '../panels.mjs';

test('theorems: hold, and a large step breaks one, which is told with its place', () => withPage(panel('#panel=theorems&steps=20000'), async (page, troubles) => {
  const held = await until(page, done);
  assert.ok(held.shown.result.length >= 15);
  assert.deepEqual(held.shown.result.filter(({ pass }) => !pass), []);
  assert.match(await page.locator('.verdict').textContent(), /^\d+ held, all \d+ checked\.$/);
  await page.getByRole('button', { name: 'lr = 100' }).click();
  const broken = await until(page, (now) => now.parameters.lr === '100' && done(now) && now.shown.result.some(({ pass }) => !pass));
  assert.match(broken.address, /lr=100/);
  assert.equal(await page.locator('.claims li').first().getAttribute('class'), 'fail');
  assert.equal(await page.locator('.claims li').count(), broken.shown.result.length);
  assert.deepEqual(troubles, []);
}));

test('theorems: a claim that breaks along the run says at which update', () => withPage(panel('#panel=theorems&steps=2000'), async (page) => {
  await page.getByRole('button', { name: 'noise = 0.01' }).click();
  const { shown } = await until(page, (now) => now.parameters.noise === '0.01' && done(now));
  const order = shown.result.find(({ id }) => id === 'order');
  assert.equal(order.pass, false);
  assert.ok(order.broke_at.step > 0 && order.broke_at.step <= 2000);
  assert.match(await page.locator('[data-claim="order"].fail .broke').textContent(), new RegExp(`^Broke at update ${order.broke_at.step}\\b`));
  await page.getByRole('button', { name: 'noise = 0.01' }).click();
  await until(page, (now) => now.parameters.noise === undefined && done(now) && now.shown.result.every(({ pass }) => pass));
}));
