import assert from 'node:assert/strict';

import { state, until, withPage } from '../../browser.mjs';
import { test } from '../../harness.mjs';

test('address: a link gives the same run to the last bit', async () => {
  const link = '#v=1&experiment=normalisers-logistic&lr=0.30000000000000004&seed=7&map=l2&steps=3000&pace=max';
  const finals = [];
  let address = link;
  for (let visit = 0; visit < 2; ++visit) {
    await withPage({ address }, async (page) => {
      const now = await until(page, ({ snapshot }) => snapshot.status === 'finished');
      await page.waitForFunction(() => location.hash.includes('seed=7'), null, { polling: 50 });
      address = new URL(page.url()).hash;
      assert.equal(new URL(now.address).hash, address);
      assert.equal(now.parameters.lr, '0.30000000000000004');
      finals.push(now.snapshot);
    });
  }
  assert.deepEqual(finals[1], finals[0]);
});

const badAddresses = [
  ['#v=1&experiment=logistic&lr=-1', /lr/],
  ['#v=1&experiment=logistic&lr=fast', /lr.*fast|fast.*lr/],
  ['#v=1&experiment=logistics', /logistics/],
  ['#v=1&experiment=logistic&colour=red', /colour/],
  ['#v=1&experiment=normalisers-square&map=cubic', /map.*cubic|cubic.*map/],
  ['#v=1&experiment=kl&steps=1e99', /steps/],
  ['#v=9&experiment=kl', /v "9"/],
  ['#v=1&experiment=kl&pace=warp', /pace "warp"/],
  ['#%E0%A4%A&&&===', null],
];

for (const [address, message] of badAddresses) {
  test(`address: ${address} is told of and something works`, () => withPage({ address }, async (page, troubles) => {
    await until(page, ({ snapshot }) => snapshot.step > 0);
    if (message) assert.match(await page.locator('.notice').first().textContent(), message);
    assert.deepEqual(troubles, []);
  }));
}

test('address: a new fragment is followed', () => withPage({}, async (page) => {
  await page.evaluate(() => (location.hash = '#v=1&experiment=tied&D=12'));
  await until(page, ({ experiment, parameters, snapshot }) => experiment === 'tied' && parameters.D === '12' && snapshot.alpha.length === 12);
}));

test('address: copied by a button', () => withPage({ context: { permissions: ['clipboard-read', 'clipboard-write'] } }, async (page) => {
  await page.getByRole('button', { name: 'Copy link to this run' }).click();
  await page.getByText('Link copied.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), (await state(page)).address);
}));

test('address: shown for copying by hand where the clipboard refuses', () => {
  const prepare = (page) => page.addInitScript(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))));
  return withPage({ prepare }, async (page) => {
    await page.getByRole('button', { name: 'Copy link to this run' }).click();
    assert.equal(await page.getByLabel('Link to this run').inputValue(), (await state(page)).address);
  });
});
