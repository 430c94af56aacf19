import assert from 'node:assert/strict';

import { rest, state, until, withPage } from '../../browser.mjs';
import { test } from '../../harness.mjs';

const openControls = (page) => page.locator('#plain > summary').click();
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('run: plays from the start', () => withPage({}, async (page) => {
  const first = await until(page, ({ snapshot }) => snapshot.step > 0);
  assert.equal(first.playing, true);
  await until(page, ({ snapshot }) => snapshot.step > 10 * first.snapshot.step);
}));

test('run: with reduced motion it waits for the reader', () => withPage({ context: { reducedMotion: 'reduce' } }, async (page) => {
  await rest(500);
  const { playing, snapshot } = await state(page);
  assert.equal(playing, false);
  assert.equal(snapshot.step, 0);
}));

test('run: pause, step, reset and play', () => withPage({ address: '#experiment=logistic&pace=steps%3D1000' }, async (page) => {
  await until(page, ({ snapshot }) => snapshot.step > 100);
  await openControls(page);
  await press(page, 'Pause');
  await rest(300);
  const paused = await state(page);
  await rest(300);
  assert.equal((await state(page)).snapshot.step, paused.snapshot.step);

  await press(page, 'Step');
  await until(page, ({ snapshot }) => snapshot.step === paused.snapshot.step + 1);

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
  const { overshoot, speed, gap } = await page.evaluate(async () => {
    const { polarize } = document.querySelector('#demo');
    const step = () => polarize.state().snapshot.step;
    const begin = [performance.now(), step()];
    let last = begin[1];
    let gap = 0; // the most updates between two snapshots: so far may the last one lie behind
    while (performance.now() - begin[0] < 1500) {
      await new Promise((next) => setTimeout(next, 10));
      gap = Math.max(gap, step() - last);
      last = step();
    }
    const speed = (last - begin[1]) / (performance.now() - begin[0]);
    document.querySelector('[data-control="play"]').click();
    const clicked = step();
    do {
      last = step();
      await new Promise((next) => setTimeout(next, 500));
    } while (step() !== last);
    return { overshoot: last - clicked, speed, gap };
  });
  assert.ok(overshoot <= 2 * gap + 200 * speed, `${overshoot} updates after the pause, at ${speed} a millisecond and ${gap} a snapshot`);
}));

test('run: steps follow the pace', () => withPage({ address: '#experiment=logistic&pace=steps%3D100' }, async (page) => {
  const measured = await page.evaluate(async () => {
    const { polarize } = document.querySelector('#demo');
    const begin = [performance.now(), polarize.state().snapshot.step];
    await new Promise((next) => setTimeout(next, 3000));
    return (polarize.state().snapshot.step - begin[1]) / (performance.now() - begin[0]) * 1000;
  });
  // What was under way at either end, and frames that come late on a busy machine, leave room; the pace to the step is a unit test.
  assert.ok(measured > 50 && measured < 150, `${measured} steps a second`);
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
