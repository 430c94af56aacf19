// Transformers trained in the page: their pictures, their controls, two side by side, and sequences to try on them.

import assert from 'node:assert/strict';

import { environment, rest, state, until as untilWithin, withPage } from '../../../browser.mjs';
import { test } from '../../../harness.mjs';

const patience = 90; // seconds: training takes what the machine has to give
const until = (page, condition) => untilWithin(page, condition, patience);
const panel = (settings = '') => ({ address: `#panel=train${settings}`, plotted: false });
const quick = '&train.task=classification&train.steps=60'; // a task that is learnt within a second
const long = '&train.task=classification&train.steps=0&train.epochs=20000';
const finished = ({ shown }) => shown?.drawn && shown.sides.length > 0 && shown.sides.every(({ status }) => status === 'finished');
const trained = (updates) => ({ shown }) => shown?.drawn && shown.sides.length > 0 && shown.sides.every(({ step }) => step >= updates);
const place = (page) => page.locator('#panel');
const press = (page, name) => place(page).getByRole('button', { name, exact: true }).click();

/** The pixels of the first attention map. */
const picture = (page) => page.evaluate(() => {
  const canvas = document.querySelector('.weights canvas');
  return [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data];
});

test('train: opens, trains at once, and shows every head', () => withPage(panel(), async (page, troubles) => {
  const { shown } = await until(page, trained(5));
  const [{ model, losses, accuracy, kind }] = shown.sides;
  assert.equal(kind, 'softmax');
  assert.ok(losses > 0 && accuracy >= 0);
  assert.equal(await page.locator('.attention-map').count(), model.layers * model.heads);
  assert.equal(await page.locator('.token').count(), model.length);
  assert.equal(await page.locator('.token.special').count(), 1);
  assert.equal(await page.locator('.attention-map').first().locator('.keys .special').textContent(), 'BOS');
  assert.match(await page.locator('.train-lines').textContent(), /^update [\d\u202f]+ of 2\u202f?000 · .* right · .* an update/);
  const pixels = await picture(page);
  const alpha = (query, key) => pixels[4 * (query * model.length + key) + 3];
  assert.equal(alpha(0, 1), 0); // what the mask hides
  assert.equal(alpha(1, 0), 255);
  assert.deepEqual(troubles, []);
}));

test('train: one head learns its task, and tells since when', () => withPage(panel(quick), async (page, troubles) => {
  const { shown } = await until(page, finished);
  const [side] = shown.sides;
  assert.equal(side.step, 60);
  assert.equal(side.losses, 60);
  assert.ok(side.accuracy > 0.9, String(side.accuracy));
  assert.match(await page.locator('.train-lines').textContent(), /^Finished: 60 updates/);
  assert.match(await page.locator('.figures').textContent(), /last prediction is right: [\d.]+\u2009%/);
  assert.deepEqual(troubles, []);
}));

test('train: the same seed gives the same run', async () => {
  const runs = [];
  for (let i = 0; i < 2; ++i) {
    await withPage(panel(quick), async (page) => {
      const { shown } = await until(page, finished);
      runs.push({ accuracy: shown.sides[0].accuracy, pixels: await picture(page) });
    });
  }
  assert.deepEqual(runs[1], runs[0]);
});

test('train: two kinds side by side, on the same sequences', () => withPage(panel(`${quick}&train.compare=sigmoid_unnorm`), async (page, troubles) => {
  const { shown } = await until(page, finished);
  assert.deepEqual(shown.sides.map(({ mark, kind }) => [mark, kind]), [['A', 'softmax'], ['B', 'sigmoid_unnorm']]);
  assert.equal(await page.locator('.side').count(), 2);
  assert.equal(await page.locator('.attention-map').count(), 2);
  assert.equal(await page.locator('.prediction').count(), 2);
  await place(page).getByLabel('Compare with').selectOption('');
  await until(page, (now) => now.shown.sides.length === 1 && finished(now));
  assert.equal(await page.locator('.side').count(), 1);
  assert.deepEqual(troubles, []);
}));

test('train: pauses, does one update, goes on and starts over', () => withPage(panel(long), async (page) => {
  await until(page, trained(3));
  await press(page, 'Pause');
  const paused = await until(page, ({ shown }) => !shown.playing);
  await rest(300);
  const { shown: { sides: [{ step }] } } = await state(page);
  assert.ok(step >= paused.shown.sides[0].step);
  await press(page, 'One update');
  await until(page, ({ shown }) => shown.sides[0].step === step + 1);
  await press(page, 'Train');
  await until(page, trained(step + 5));
  await press(page, 'Pause');
  const before = await until(page, ({ shown }) => !shown.playing);
  await press(page, 'Start over');
  await until(page, ({ shown }) => shown.sides[0].step === 0);
  assert.ok(before.shown.sides[0].step > 0);
}));

test('train: nothing is drawn where nothing changes', () => withPage(panel(quick), async (page) => {
  await until(page, (now) => finished(now) && now.shown.flipped !== '');
  await rest(600);
  const { shown: { draws } } = await state(page);
  await rest(600);
  assert.equal((await state(page)).shown.draws, draws);
}));

test('train: the page goes on drawing while the paper’s model trains twice', () => withPage(panel('&train.size=paper&train.compare=gated'), async (page) => {
  await until(page, trained(1));
  const gaps = await page.evaluate(async () => {
    const times = [];
    for (let i = 0; i < 20; ++i) times.push(await new Promise((next) => requestAnimationFrame(next)));
    return times.slice(1).map((time, i) => time - times[i]);
  });
  const slow = gaps.toSorted((a, b) => a - b)[Math.floor(0.9 * gaps.length)];
  assert.ok(slow < 500, `${slow} ms`);
  assert.match(await page.locator('.train-lines').textContent(), /ms an update · .* about .* to go/);
  return `nine of ten frames within ${slow.toFixed(0)} ms`;
}));

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

test('train: what is chosen is in the address, and comes back from it', async () => {
  const address = await withPage(panel(quick), async (page) => {
    await until(page, finished);
    await place(page).getByLabel('Attention kind').selectOption('sigmoid_norm');
    await place(page).getByLabel('Seed').fill('7');
    await place(page).getByLabel('Seed').press('Enter');
    await press(page, 'Next sample');
    const now = await until(page, (one) => finished(one) && one.shown.sides[0].kind === 'sigmoid_norm' && /train\.seed=7/.test(one.address) && one.shown.sample === 1);
    return now.address;
  });
  const { server } = await environment();
  assert.ok(address.startsWith(server.address));
  await withPage(panel(`&${new URL(address).hash.slice(1)}`), async (page) => {
    const { shown } = await until(page, finished);
    assert.equal(shown.sides[0].kind, 'sigmoid_norm');
    assert.equal(shown.sample, 1);
    assert.equal(await place(page).getByLabel('Seed').inputValue(), '7');
  });
});

const wrong = [
  ['train.task=inductions', /train\.task "inductions": must be one of induction, classification/],
  ['train.compare=relu', /train\.compare "relu": must be one of softmax/],
  ['train.lr=fast', /lr.*fast/],
  ['train.heads=3', /heads/],
  ['train.head=2', /head.*did you mean "heads"/],
];
for (const [setting, message] of wrong) {
  test(`train: ${setting} is refused by name`, () => withPage(panel(`&${setting}`), async (page) => {
    await page.locator('.train .refused', { hasText: message }).first().waitFor();
  }));
}

test('train: a learning rate that diverges is told with its update, and a smaller one offered', () => withPage(panel('&train.lr=1000000&train.layer_norm=off'), async (page, troubles) => {
  const { shown } = await until(page, (now) => now.shown?.sides?.[0]?.status === 'diverged');
  assert.match(await page.locator('.train-lines').textContent(), /^Diverged at update \d+: the loss is not finite any more/);
  assert.doesNotMatch(await place(page).textContent(), /NaN|Infinity/);
  assert.ok(Number.isFinite(shown.sides[0].accuracy));
  await press(page, 'Try lr = 100000');
  await until(page, ({ address }) => /train\.lr=100000(&|$)/.test(address));
  assert.deepEqual(troubles, []);
}));

test('train: the learning rate changes without a new run', () => withPage(panel(long), async (page) => {
  const { shown } = await until(page, trained(5));
  await place(page).getByLabel('Learning rate').fill('0.0001');
  await place(page).getByLabel('Learning rate').press('Enter');
  const after = await until(page, (now) => /train\.lr=0\.0001/.test(now.address) && now.shown.sides[0].step > shown.sides[0].step + 5);
  assert.ok(after.shown.sides[0].losses > shown.sides[0].losses);
}));

test('train: who comes back finds the run where it was left', () => withPage(panel(long), async (page) => {
  await until(page, trained(20));
  await page.getByRole('tab', { name: 'One run' }).click();
  await until(page, ({ shown }) => shown === null);
  await page.getByRole('tab', { name: 'Train a transformer' }).click();
  const { shown } = await until(page, ({ shown: now }) => now?.sides?.[0]?.step >= 20);
  assert.ok(shown.sides[0].losses >= 20);
  await until(page, trained(shown.sides[0].step + 5));
}));

/** Lets the page believe that it is hidden, or not. */
const hide = (page, hidden) => page.evaluate((value) => {
  Object.defineProperty(document, 'hidden', { value, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}, hidden);

test('train: a hidden page stands still, or goes on where the reader chose so', () => withPage(panel(long), async (page) => {
  await until(page, trained(5));
  await hide(page, true);
  await until(page, ({ shown }) => !shown.playing);
  await rest(300);
  const { shown: { sides: [{ step }] } } = await state(page);
  await rest(300);
  assert.equal((await state(page)).shown.sides[0].step, step);
  await place(page).getByLabel('Go on while this page is hidden').check();
  const { address } = await until(page, ({ shown }) => shown.playing && shown.sides[0].step > step + 5);
  assert.match(address, /train\.hidden=go/);
}));

test('train: who wants little motion presses the button first', () => withPage({ ...panel(quick), context: { reducedMotion: 'reduce' } }, async (page) => {
  await until(page, trained(0));
  await rest(300);
  assert.equal((await state(page)).shown.sides[0].step, 0);
  await press(page, 'Train');
  await until(page, finished);
}));

test('train: a module that cannot be fetched is told on the page', () => withPage({
  ...panel(),
  prepare: (page) => page.route(/polarize-attention/, (route) => route.fulfill({ status: 404, body: 'gone' })),
}, async (page) => {
  await page.getByText(/Training stopped: .*polarize-attention\S+: the server answered 404/).first().waitFor();
}));
