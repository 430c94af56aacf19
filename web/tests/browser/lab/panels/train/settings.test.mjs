// What is trained: in the address, in the form, refused by name.

import assert from 'node:assert/strict';

import { environment, until, withPage } from '../../../../browser.mjs';
import { test } from '../../../../harness.mjs';
import { finished, long, panel, place, press, quick, trained } from '../../training.mjs';

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
  const { shown } = await until(page, ({ shown: now }) => now?.drawn && now.sides[0]?.status === 'diverged');
  assert.match(await page.locator('.train-lines').textContent(), /^Diverged at update \d+: the loss is no longer finite/);
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
