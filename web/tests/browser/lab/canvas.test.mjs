import assert from 'node:assert/strict';

import { standsStill, state, until, withPage } from '../../browser.mjs';
import { test } from '../../harness.mjs';

const canvasSizes = (page) => page.evaluate(() => {
  const canvas = document.querySelector('#polarize-canvas');
  const { width, height } = canvas.getBoundingClientRect();
  return { width, height, backingWidth: canvas.width, backingHeight: canvas.height, ratio: devicePixelRatio };
});

/** Waits until the canvas fills a page of `pageWidth` and has as many pixels as the screen shows of it. */
async function becomesSharp(page, pageWidth) {
  await page.waitForFunction((whole) => {
    const canvas = document.querySelector('#polarize-canvas');
    const { width, height } = canvas.getBoundingClientRect();
    const isSharp = Math.abs(canvas.width - width * devicePixelRatio) <= 1 && Math.abs(canvas.height - height * devicePixelRatio) <= 1;
    return isSharp && width <= whole && width > 0.8 * whole;
  }, pageWidth, { timeout: 60_000, polling: 50 }).catch(async () => {
    throw new Error(`not sharp at ${pageWidth}: ${JSON.stringify(await canvasSizes(page))}`);
  });
}

for (const deviceScaleFactor of [1, 2, 3]) {
  test(`canvas: as sharp as the screen at ${deviceScaleFactor} device pixels`, () => withPage(
    { context: { deviceScaleFactor, viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' } },
    async (page) => {
      await becomesSharp(page, 900);
      for (const [width, height] of [[390, 844], [1280, 500], [601, 777]]) {
        await page.setViewportSize({ width, height });
        await becomesSharp(page, width);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `the page is wider than ${width}`);
      }
    },
  ));
}

test('canvas: something is plotted', () => withPage({ address: '#experiment=logistic&steps=20000&pace=max' }, async (page) => {
  await until(page, ({ snapshot }) => snapshot.status === 'finished');
  await standsStill(page, ({ frames }) => frames);
  const png = (await page.locator('#polarize-canvas').screenshot()).toString('base64');
  const colours = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const words = new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
    const counts = new Map();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { different: counts.size, largestShare: Math.max(...counts.values()) / words.length };
  }, png);
  assert.ok(colours.different > 200, `${colours.different} colours`);
  assert.ok(colours.largestShare < 0.985, `one colour has ${colours.largestShare}`);
  return `${colours.different} colours, the commonest covers ${(100 * colours.largestShare).toFixed(1)} %`;
}));

/** Waits until the canvas has drawn nothing while the page had 60 frames. */
const becomesIdle = (page) => standsStill(page, ({ frames }) => frames, 60);

test('canvas: nothing is drawn while the run is paused', () => withPage({ context: { reducedMotion: 'reduce' } }, becomesIdle));

test('canvas: nothing is drawn when the run is over', () => withPage({ address: '#experiment=logistic&steps=300&pace=max' }, async (page) => {
  await until(page, ({ snapshot }) => snapshot.status === 'finished');
  await becomesIdle(page);
}));

test('canvas: off the screen the run stands still, and goes on when it is back', () => withPage(
  { address: '#experiment=logistic&pace=steps%3D1000', context: { viewport: { width: 1000, height: 500 } } },
  async (page) => {
    await until(page, ({ snapshot }) => snapshot.step > 10);
    await page.evaluate(() => {
      document.body.style.paddingBottom = '3000px';
      scrollTo(0, document.body.scrollHeight);
    });
    await until(page, ({ held }) => held);
    const [gone] = await standsStill(page, ({ snapshot, frames }) => [snapshot.step, frames]);
    await page.evaluate(() => scrollTo(0, 0));
    await until(page, ({ held, snapshot }) => !held && snapshot.step > gone);
  },
));

async function overCanvas(page) {
  const { x, y, width, height } = await page.locator('#polarize-canvas').boundingBox();
  await page.mouse.move(x + width / 2, Math.min(y + height / 2, page.viewportSize().height - 40));
}

const isActive = (page) => page.evaluate(() => document.activeElement === document.querySelector('#polarize-canvas'));

test('canvas: the wheel over it scrolls the page before a click', () => withPage({}, async (page) => {
  await overCanvas(page);
  assert.equal(await isActive(page), false);
  await page.mouse.wheel(0, 240);
  await page.waitForFunction(() => scrollY > 100, null, { polling: 50 });
}));

test('canvas: takes the keyboard by a click and gives it back by Esc', () => withPage({}, async (page) => {
  const scrolled = await page.evaluate(() => scrollY);
  await page.locator('#polarize-canvas').click({ position: { x: 5, y: 5 } });
  assert.equal(await isActive(page), true);
  assert.equal(await page.evaluate(() => scrollY), scrolled);
  await page.keyboard.press('Escape');
  assert.equal(await isActive(page), false);
}));

test('canvas: Tab goes on through it', () => withPage({}, async (page) => {
  await page.locator('#polarize-canvas').focus();
  await page.keyboard.press('Tab');
  assert.equal(await isActive(page), false);
}));

test('canvas: the page keeps its keys while the canvas is not active', () => withPage({ context: { reducedMotion: 'reduce' } }, async (page) => {
  const { run } = await state(page);
  await page.keyboard.press('r'); // of the canvas it would be the key for starting again
  await page.keyboard.press('End');
  await page.waitForFunction(() => scrollY > 100, null, { polling: 50 });
  assert.equal((await state(page)).run, run);
}));

test('canvas: the active canvas plays and pauses by the space bar', () => withPage({ context: { reducedMotion: 'reduce' } }, async (page) => {
  await page.locator('#polarize-canvas').focus();
  const scrolled = await page.evaluate(() => scrollY);
  await page.keyboard.press('Space');
  await until(page, ({ playing, snapshot }) => playing && snapshot.step > 0);
  await page.keyboard.press('Space');
  await until(page, ({ playing }) => !playing);
  assert.equal(await page.evaluate(() => scrollY), scrolled);
}));

test('theme: follows the system and the switch', () => withPage({ context: { colorScheme: 'dark' } }, async (page) => {
  const theme = () => page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.documentElement).backgroundColor]);
  const [dark, darkPaper] = await theme();
  assert.equal(dark, 'dark');
  await page.locator('#theme').click();
  const [light, lightPaper] = await theme();
  assert.equal(light, 'light');
  assert.notEqual(lightPaper, darkPaper);
}));
