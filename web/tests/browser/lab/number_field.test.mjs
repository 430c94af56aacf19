import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { pageFolder, withPage } from '../../browser.mjs';
import { test } from '../../harness.mjs';

/** Opens the field over the canvas, as the canvas would ask for, and keeps what it gives in `window.accepted`. */
async function withField(use) {
  const { files } = JSON.parse(readFileSync(join(pageFolder, 'manifest.json')));
  const script = files.find(({ source }) => source === 'number_field.js').name;
  await withPage({}, async (page) => {
    await page.evaluate(async (name) => {
      const { openNumberField } = await import(new URL(name, document.baseURI).href);
      const place = { name: 'lr', label: 'learning rate', value: '0.1', x: 40, y: 30, width: 80, height: 24 };
      window.accepted = [];
      openNumberField(document.querySelector('.frame'), place, (text) => window.accepted.push(text), () => window.accepted.push('closed'));
    }, script);
    await use(page, () => page.evaluate(() => window.accepted));
  });
}

test('number field: takes what is typed at Enter', () => withField(async (page, accepted) => {
  assert.equal(await page.evaluate(() => document.activeElement.value), '0.1');
  await page.keyboard.type('0.25');
  await page.keyboard.press('Enter');
  assert.deepEqual(await accepted(), ['lr=0.25', 'closed']);
  assert.equal(await page.locator('.number-field').count(), 0);
}));

test('number field: drops it at Escape', () => withField(async (page, accepted) => {
  await page.keyboard.type('7');
  await page.keyboard.press('Escape');
  assert.deepEqual(await accepted(), ['closed']);
}));

test('number field: takes it when the reader goes on elsewhere', () => withField(async (page, accepted) => {
  await page.keyboard.type('3');
  await page.keyboard.press('Tab');
  assert.deepEqual(await accepted(), ['lr=3', 'closed']);
}));

test('number field: is large enough for a phone not to zoom in', () => withField(async (page) => {
  const size = await page.locator('.number-field').evaluate((field) => parseFloat(getComputedStyle(field).fontSize));
  assert.ok(size >= 16, `${size} px`);
}));
