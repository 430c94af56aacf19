// Studies of many runs, as their JavaScript interface offers them, under node.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { nativeProgram, pageModule } from '../../browser.mjs';
import { test } from '../../harness.mjs';

const { compileStudies, startStudies } = await import(pathToFileURL(pageModule('studies.mjs')));
const variants = ['simd', 'scalar'];
const started = Object.fromEntries(await Promise.all(variants.map(async (variant) => [variant, await startStudies(variant, await compileStudies(variant))])));
const run = promisify(execFile);

const native = async (...words) => JSON.parse((await run(nativeProgram, [...words, '--format', 'json'], { maxBuffer: 1 << 26 })).stdout);

/** Lets the flows of `ranges` be computed one range after the other and gathers them. */
function gathered(gathering, shareOf, ranges) {
  for (const [first, last] of ranges) {
    const share = shareOf(first, last);
    while (share.advance(1000) > 0);
    assert.ok(share.done);
    gathering.absorb(share.words());
    share.free();
  }
  const result = gathering.result();
  gathering.free();
  return result;
}

const ensembles = [
  { name: 'descent', request: { experiment: 'logistic', parameters: { steps: 3000, a_scale: 0.5 }, count: 48, threshold: 0.5 } },
  { name: 'rescaled flow', request: { experiment: 'logistic', parameters: { dynamics: 'flow', until: 'tau', horizon: 80 }, count: 48, threshold: 0.5 } },
  { name: 'runs that fit no lanes', request: { experiment: 'normalisers-square', parameters: { map: 'l2', steps: 300 }, count: 12, threshold: 0.9 } },
];
for (const { name, request } of ensembles) {
  test(`studies: an ensemble (${name}) is the same in any shares and natively`, async () => {
    const options = Object.entries(request.parameters).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
    const { time_to_polarise: { threshold: _, ...times }, ...others } = await native('ensemble', request.experiment, '--count', String(request.count), '--threshold', String(request.threshold), ...options);
    const expected = { ...others, time_to_polarise: times };
    for (const variant of variants) {
      const studies = started[variant];
      const results = [[[0, request.count]], [[5, request.count], [0, 5]]].map((ranges) => gathered(
        studies.ensemble(request), (first, last) => studies.ensembleShare(request, first, last), ranges));
      assert.deepEqual(results[1], results[0]);
      for (const key of Object.keys(results[0])) assert.deepEqual(results[0][key], expected[key], `${variant}: ${key}`);
    }
    return `${expected.flow_steps} flow-steps`;
  });
}

test('studies: a map is the same in any shares, coarse points first', async () => {
  const request = { experiment: 'logistic', parameters: { steps: 300 }, x: 'lr=0.01:10:20:log', y: 'k=2:6:5', measure: 'entropy', count: 1, threshold: 0.5 };
  const studies = started.simd;
  const map = studies.map(request);
  assert.equal(map.flows, 100);
  const coarse = map.share(0, 2);
  while (coarse.advance(1000) > 0);
  map.absorb(coarse.words());
  coarse.free();
  const first = map.result();
  assert.equal(first.finished, 2);
  assert.equal(first.z.filter(Number.isNaN).length, 0);
  const whole = gathered(map, (...range) => map.share(...range), [[2, 100]]);
  const again = studies.map(request);
  assert.deepEqual(gathered(again, (...range) => again.share(...range), [[60, 100], [0, 60]]), whole);
  assert.equal(whole.z.length, 100);
  assert.deepEqual(whole.y.values, [2, 3, 4, 5, 6]);
});

test('studies: claims are checked as the command line does', async () => {
  const check = started.simd.check({ experiment: 'logistic', parameters: { steps: 2000 } });
  const results = [];
  while (!check.done) results.push(...[check.advance()].filter(Boolean));
  assert.equal(check.progress, 1);
  check.free();
  const expected = await native('verify', 'logistic', '--set', 'steps=2000').catch((error) => JSON.parse(error.stdout));
  assert.deepEqual(results.map(({ id, run: what, pass }) => [id, what, pass]), expected.map(({ id, run: what, pass }) => [id, what, pass]));
  assert.deepEqual(new Set(results.map(({ id }) => id)).isSubsetOf?.(new Set(started.simd.claims().map(({ id }) => id))) ?? true, true);
  return `${results.length} results`;
});

test('studies: a share may be computed in one go', async () => {
  const request = { experiment: 'logistic', parameters: { steps: 100 }, count: 16, threshold: 0.5 };
  const shareOf = (...range) => started.simd.ensembleShare(request, ...range);
  const whole = gathered(started.simd.ensemble(request), shareOf, [[0, 16]]);
  const share = shareOf(0, 16);
  assert.equal(share.advance(Infinity), 1600);
  assert.throws(() => share.advance(NaN), /^PolarizeError: budget: nan is not a count/);
  const ensemble = started.simd.ensemble(request);
  ensemble.absorb(share.words());
  assert.deepEqual(ensemble.result(), whole);
  share.free();
  ensemble.free();
});

const refused = [
  ['an unknown experiment', (studies) => studies.check({ experiment: 'logistics' }), /logistics/],
  ['no flows', (studies) => studies.ensemble({ experiment: 'logistic', count: 0, threshold: 0.5 }), /count/],
  ['half a flow', (studies) => studies.ensemble({ experiment: 'logistic', count: 8.5, threshold: 0.5 }), /count: 8\.5 is not a count/],
  ['more flows than can be counted', (studies) => studies.ensemble({ experiment: 'logistic', count: Infinity, threshold: 0.5 }), /count: .* out of range/],
  ['a share that begins nowhere', (studies) => studies.ensembleShare({ experiment: 'logistic', count: 8, threshold: 0.5 }, NaN, 8), /first: nan is not a count/],
  ['a threshold above 1', (studies) => studies.ensemble({ experiment: 'logistic', count: 8, threshold: 2 }), /threshold/],
  ['an axis that falls', (studies) => studies.map({ experiment: 'logistic', x: 'lr=2:1:9', y: 'k=2:4:3', measure: 'entropy', count: 1, threshold: 0.5 }), /x: "lr=2:1:9"/],
  ['an unknown measure', (studies) => studies.map({ experiment: 'logistic', x: 'lr=1:2:9', y: 'k=2:4:3', measure: 'entropies', count: 1, threshold: 0.5 }), /entropies/],
  ['more than memory holds', (studies) => studies.ensemble({ experiment: 'logistic', count: 2 ** 31, threshold: 0.5 }), /memory/],
];
for (const [name, action, message] of refused) {
  test(`studies: refuses ${name}`, async () => {
    assert.throws(() => action(started.simd), (error) => error.name === 'PolarizeError' && message.test(error.message) && !error.message.includes('\n'));
  });
}
