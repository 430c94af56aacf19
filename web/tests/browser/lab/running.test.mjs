import assert from 'node:assert/strict';

import { standsStill, state, until, withPage } from '../../browser.mjs';
import { test } from '../../harness.mjs';

const openControls = (page) => page.locator('#plain > summary').click();
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('run: plays from the start', () => withPage({ address: '#pace=steps%3D60' }, async (page) => {
  const first = await until(page, ({ snapshot }) => snapshot.step > 0);
  assert.equal(first.playing, true);
  await until(page, ({ snapshot }) => snapshot.step > first.snapshot.step + 30);
}));

test('run: with reduced motion it waits for the reader', () => withPage({ context: { reducedMotion: 'reduce' } }, async (page) => {
  assert.deepEqual(await standsStill(page, ({ playing, snapshot }) => [playing, snapshot.step]), [false, 0]);
}));

test('run: pause, step, reset and play', () => withPage({ address: '#experiment=logistic&pace=steps%3D1000' }, async (page) => {
  await until(page, ({ snapshot }) => snapshot.step > 100);
  await openControls(page);
  await press(page, 'Pause');
  const step = await standsStill(page, ({ snapshot }) => snapshot.step);
  const paused = await state(page);

  await press(page, 'Step');
  await until(page, ({ snapshot }) => snapshot.step === step + 1);

  await press(page, 'Reset');
  const reset = await until(page, ({ snapshot, run }) => run > paused.run && snapshot.step === 0);
  assert.equal(reset.playing, false);

  await press(page, 'Play');
  await until(page, ({ snapshot, playing }) => playing && snapshot.step > 0);
}));

test('run: the plain controls show what has an effect', () => withPage({ address: '#experiment=custom&map=l2' }, async (page) => {
  await openControls(page);
  const field = (name) => page.locator(`#plain [name="${name}"]`);
  const shown = (names) => Promise.all(names.map((name) => field(name).isVisible()));
  const names = ['lr', 'momentum', 'temperature', 'n', 'horizon'];
  assert.deepEqual(await shown(names), [true, false, false, false, false]);
  await field('optimiser').selectOption('adam');
  await field('momentum').waitFor();
  await field('map').selectOption('softmax');
  await field('temperature').waitFor();
  await field('loss').selectOption('regression');
  await field('n').waitFor();
  await field('dynamics').selectOption('flow');
  await field('horizon').waitFor();
  assert.deepEqual(await shown(names), [false, false, true, true, true]);
}));

test('run: a pause is obeyed at once at full speed', () => withPage({ address: '#experiment=custom&pace=max&steps=1000000000' }, async (page) => {
  await until(page, ({ snapshot }) => snapshot.step > 1000);
  const later = await page.evaluate(async () => {
    const { polarize } = document.querySelector('#demo');
    const step = () => polarize.state().snapshot.step;
    const nextFrame = () => new Promise((next) => requestAnimationFrame(next));
    const busy = step();
    while (step() === busy) await nextFrame();
    document.querySelector('[data-control="play"]').click();
    let snapshots = 0; // that bring further updates
    let last = step();
    for (let still = 0; still < 60; ++still) {
      await nextFrame();
      if (step() === last) continue;
      last = step();
      snapshots += 1;
      still = 0;
    }
    return snapshots;
  });
  // One may be under way, and one tells where the run came to rest.
  assert.ok(later <= 2, `${later} snapshots with further updates after the pause`);
}));

test('run: steps follow the pace', () => withPage({ address: '#experiment=logistic&pace=steps%3D100' }, async (page) => {
  const rates = await page.evaluate(async () => {
    const { polarize } = document.querySelector('#demo');
    const measured = [];
    for (let rate = 0; rate <= 50 && measured.length < 20; measured.push(rate)) {
      const [begun, first] = [performance.now(), polarize.state().snapshot.step];
      while (polarize.state().snapshot.step < first + 100) await new Promise((next) => requestAnimationFrame(next));
      rate = (polarize.state().snapshot.step - first) / (performance.now() - begun) * 1000;
    }
    return measured;
  });
  // A busy machine may fall behind the pace, but never gets ahead of it; the pace to the step is a unit test.
  assert.ok(rates.every((rate) => rate < 150) && rates.at(-1) > 50, `${rates.join(', ')} steps a second`);
}));

test('run: a finished run stands still and begins anew when played', () => withPage({ address: '#experiment=logistic&steps=500&pace=max' }, async (page) => {
  const finished = await until(page, ({ snapshot }) => snapshot.status === 'finished');
  assert.equal(finished.snapshot.step, 500);
  assert.equal(finished.playing, false);
  await openControls(page);
  await press(page, 'Play');
  await until(page, ({ run, snapshot }) => run === finished.run + 1 && snapshot.step > 0);
}));

test('run: a diverging run is told in words', () => withPage({ address: '#experiment=conditioning&lr=100&pace=max' }, async (page) => {
  await until(page, ({ snapshot }) => snapshot.status === 'diverged');
  await page.waitForFunction(() => /diverged/.test(document.querySelector('#reading').textContent), null, { polling: 50 });
}));

test('run: every experiment of the catalogue starts', () => withPage({}, async (page, troubles) => {
  await openControls(page);
  const experiments = await page.locator('#experiment option').evaluateAll((options) => options.map(({ value }) => value));
  assert.ok(experiments.length >= 7, experiments.join());
  for (const id of experiments) {
    await page.locator('#experiment').selectOption(id);
    await until(page, (now) => now.experiment === id && now.snapshot.step > 0 && now.snapshot.alpha.length > 0);
  }
  assert.deepEqual(troubles, []);
  assert.equal(await page.locator('.notice').count(), 0);
  return experiments.join(', ');
}));

test('run: another score map after the end gives another run', () => withPage({ address: '#experiment=normalisers-square&map=softmax&pace=max' }, async (page) => {
  const before = await until(page, ({ snapshot }) => snapshot.status === 'finished');
  await openControls(page);
  await page.locator('#parameter-map').selectOption('l2');
  const after = await until(page, ({ run, parameters, snapshot }) => run > before.run && parameters.map === 'l2' && snapshot.status === 'finished');
  assert.match(after.address, /map=l2/);
  assert.notDeepEqual(after.snapshot.alpha, before.snapshot.alpha);
}));

test('run: another seed gives another run at once', () => withPage({ address: '#experiment=logistic&pace=steps%3D60' }, async (page) => {
  const before = await until(page, ({ snapshot }) => snapshot.step > 0);
  await openControls(page);
  await page.locator('#parameter-seed').fill('4294967295');
  await page.locator('#parameter-seed').press('Enter');
  const after = await until(page, ({ run, parameters, snapshot }) => run > before.run && parameters.seed === '4294967295' && snapshot.step > 0);
  assert.notDeepEqual(after.snapshot.alpha, before.snapshot.alpha);
}));

test('run: the learning rate changes without a new run', () => withPage({ address: '#experiment=logistic&pace=steps%3D60' }, async (page) => {
  const before = await until(page, ({ snapshot }) => snapshot.step > 0);
  await openControls(page);
  await page.locator('#parameter-lr').fill('0.5');
  await page.locator('#parameter-lr').press('Enter');
  const after = await until(page, ({ parameters }) => parameters.lr === '0.5');
  assert.equal(after.run, before.run);
  assert.match(after.address, /lr=0\.5/);
}));

test('run: a value that is not allowed is refused by name and the run goes on', () => withPage({}, async (page) => {
  await openControls(page);
  await page.locator('#parameter-lr').fill('-3');
  await page.locator('#parameter-lr').press('Enter');
  await page.locator('.notice').first().waitFor();
  assert.match(await page.locator('.notice').first().textContent(), /lr/);
  assert.equal(await page.locator('#parameter-lr').inputValue(), '0.1');
  await until(page, ({ snapshot }) => snapshot.step > 0);
}));

test('run: in words, at rest and while it plays', () => withPage({ address: '#experiment=logistic&steps=100&pace=max' }, async (page) => {
  await until(page, ({ snapshot }) => snapshot.status === 'finished');
  await page.waitForFunction(() => /finished/.test(document.querySelector('#spoken').textContent), null, { polling: 50 });
  assert.match(await page.locator('#reading').textContent(), /^Step 100 of 100, finished\. Token \d of 8 has the largest weight, /);
}));
