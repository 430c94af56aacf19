// Sequences to try on a model, and what one replaced token changes.

import assert from 'node:assert/strict';

import { state, until, withPage } from '../../../../browser.mjs';
import { test } from '../../../../harness.mjs';
import { finished, panel, picture, place, press, quick } from '../../training.mjs';

test('train: a sequence of one’s own, a token replaced, and the prediction flips', () => withPage(panel(quick), async (page, troubles) => {
  await until(page, (now) => finished(now) && now.shown.predictions[0] !== null);
  const field = place(page).getByLabel('Type a sequence');
  await field.fill('A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 CLS');
  await field.press('Enter');
  const own = await until(page, ({ shown }) => shown.own?.length === 11 && shown.predictions[0] === 'A');
  const before = await picture(page);
  const replace = async (position, label) => {
    await page.locator('.token').nth(position).focus(); // which fills the list
    await page.locator('.token').nth(position).selectOption({ label });
    await until(page, ({ shown }) => shown.drawn && shown.own?.[position] === (label[0] === 'A' ? 0 : 40) + Number(label.slice(1)));
  };
  await replace(0, 'B1');
  const replaced = await until(page, ({ shown }) => shown.own[0] !== own.shown.own[0] && shown.flipped !== own.shown.flipped);
  assert.notDeepEqual(await picture(page), before);
  assert.match(await field.inputValue(), /^B1 A2/);
  // Tokens of another label, one after the other, until it changes its mind.
  for (let position = 1; position < 10; ++position) await replace(position, `B${position + 1}`);
  await until(page, ({ shown }) => shown.predictions[0] === 'B');
  await press(page, 'Back to the sample');
  await until(page, ({ shown }) => shown.own === null);
  assert.ok(replaced);
  assert.deepEqual(troubles, []);
}));

test('train: a click in the map of replacements puts that token there', () => withPage(panel(quick), async (page) => {
  await until(page, (now) => finished(now) && now.shown.flipped !== '');
  const strip = page.locator('.flip-row canvas').first();
  await strip.waitFor();
  const { width } = await strip.boundingBox();
  await strip.click({ position: { x: (120.5 / 161) * width, y: 5 } });
  const { shown } = await until(page, (now) => now.shown.own !== null);
  assert.equal(shown.own[0], 120);
}));

test('train: what cannot be read is told, and nothing changes', () => withPage(panel(quick), async (page) => {
  await until(page, (now) => finished(now) && now.shown.predictions[0] !== null);
  const field = place(page).getByLabel('Type a sequence');
  for (const [text, message] of [['A1 A2', 'sequence: has 2 tokens; the model reads 11'], ['X9 A2 A3 A4 A5 A6 A7 A8 A9 A10 CLS', 'token "X9": unknown; the tokens are CLS and A1 to D40']]) {
    await field.fill(text);
    await field.press('Enter');
    await page.getByText(message).waitFor();
    assert.equal((await state(page)).shown.own, null);
  }
}));

test('train: the keyboard goes over the weights and from head to head', () => withPage(panel('&train.steps=25'), async (page) => {
  await until(page, finished);
  await page.locator('.weights[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByText(/^Layer 1, head 1: \S+ at position 2 gives BOS at position 1 the weight [\d.]+/).waitFor();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowDown');
  await page.getByText(/^Layer 1, head 2: \S+ at position 2/).waitFor();
}));
