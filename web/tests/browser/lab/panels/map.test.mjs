// Phase diagrams in the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { environment, until, withPage } from '../../../browser.mjs';
import { test } from '../../../harness.mjs';
import { done, panel } from '../panels.mjs';

const mapAddress = '#panel=map&map.x=lr%3D0.01%3A10%3A33%3Alog&map.y=k%3D2%3A9%3A8&map.length=400&map.measure=max_alpha';

test('map: coarse first, and a click opens the run of a point', () => withPage(panel(mapAddress), async (page, troubles) => {
  const { shown: { result } } = await until(page, done);
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
  const { shown: { result } } = await until(page, done);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save' }).click()]);
  assert.equal(download.suggestedFilename(), 'logistic-map.csv');
  const lines = readFileSync(await download.path(), 'utf8').trimEnd().split('\n');
  assert.equal(lines[0], 'lr,k,max_alpha');
  assert.deepEqual(lines.slice(1).map((line) => Number(line.split(',')[2])), result.z);
}));

test('map: the keyboard walks over it', () => withPage(panel(mapAddress), async (page) => {
  await until(page, done);
  await page.locator('.surface').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.getByText(/^lr = 0\.0124, k = 3: largest weight at the end /).waitFor();
  await page.keyboard.press('Enter');
  await until(page, ({ panel: open, parameters }) => open === '' && parameters.k === '3');
}));

test('map: what is chosen is in the address, and comes back from it', async () => {
  const address = await withPage(panel('#panel=map'), async (page) => {
    await until(page, done);
    await page.locator('#panel').getByLabel('Show').selectOption('winner_share');
    await page.locator('#panel').getByLabel('Points per side').selectOption('16');
    await page.locator('#panel').getByLabel('Updates').fill('150');
    await page.locator('#panel').getByLabel('Updates').press('Enter');
    const now = await until(page, (one) => done(one) && one.shown.result.request.parameters.steps === '150' && one.shown.result.measure === 'winner_share');
    return now.address;
  });
  const { server } = await environment();
  assert.ok(address.startsWith(server.address));
  await withPage(panel(new URL(address).hash), async (page) => {
    const { shown } = await until(page, done);
    assert.equal(shown.result.measure, 'winner_share');
    assert.equal(shown.result.x.values.length, 16);
    assert.equal(shown.result.request.parameters.steps, '150');
  });
});
