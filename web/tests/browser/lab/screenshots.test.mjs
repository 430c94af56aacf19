// Pictures of the page for people to look at: build/web-screenshots/WIDTHxHEIGHT-THEME.png, the first screen and the last, and
// PANEL-WIDTH-THEME.png, a whole page with that panel.

import assert from 'node:assert/strict';
import { join } from 'node:path';

import { repository, until, withPage } from '../../browser.mjs';
import { test } from '../../harness.mjs';

const folder = join(repository, 'build/web-screenshots');
const sizes = [[390, 844, 2], [820, 1180, 1], [1280, 800, 1], [1920, 1080, 1]];

for (const [width, height, deviceScaleFactor] of sizes) {
  for (const colorScheme of ['light', 'dark']) {
    const name = `${width}x${height}-${colorScheme}`;
    const context = { viewport: { width, height }, deviceScaleFactor, colorScheme };
    test(`screenshots: ${name}`, () => withPage({ address: '#experiment=logistic&steps=20000&pace=max', context }, async (page, troubles) => {
      await until(page, ({ snapshot }) => snapshot.status === 'finished');
      await page.screenshot({ path: join(folder, `${name}.png`) });
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForFunction(() => scrollY > 0, null, { polling: 50 });
      await page.screenshot({ path: join(folder, `${name}-end.png`) });
      assert.deepEqual(troubles, []);
    }));
  }
}

const panels = [
  ['theorems', '&lr=100&steps=20000', 390, 'light'], ['theorems', '&noise=0.01&steps=20000', 1280, 'dark'],
  ['ensemble', '&ensemble.count=512&ensemble.length=3000', 820, 'dark'], ['ensemble', '&ensemble.count=512&ensemble.length=3000', 1280, 'light'],
  ['map', '&map.length=500', 390, 'dark'], ['map', '&map.length=500', 1920, 'light'],
];

for (const [panel, settings, width, colorScheme] of panels) {
  const name = `${panel}-${width}-${colorScheme}`;
  const context = { viewport: { width, height: 800 }, colorScheme };
  test(`screenshots: ${name}`, () => withPage({ address: `#panel=${panel}${settings}`, context, plotted: false }, async (page, troubles) => {
    await until(page, ({ shown }) => shown?.work?.done);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(overflow, 0, 'nothing is wider than the page');
    assert.deepEqual(troubles, []);
  }));
}
