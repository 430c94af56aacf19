// How fast the page is in headless Chromium: an ensemble by one worker against the native program on one thread, the first coarse
// picture of a phase diagram, the first plot of the page. The two sides of the comparison take turns, and the best round of each
// counts: other work on the machine can only slow them. Times are medians.
//
//     node web/tests/speed.mjs
//
// Exits with 1 when a figure misses its bar.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { closeEnvironment, firstPlot, nativeProgram, until, withPage } from './browser.mjs';

const run = promisify(execFile);
const rounds = 5;
const ensemble = { experiment: 'logistic', count: 4096, steps: 10000 };

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function nativeSpeed() {
  const { experiment, count, steps } = ensemble;
  const words = ['ensemble', experiment, '--count', String(count), '--set', `steps=${steps}`, '--threads', '1', '--format', 'json'];
  const { stdout } = await run(nativeProgram, words, { maxBuffer: 1 << 26, env: { ...process.env, POLARIZE_ISA: 'avx2' } });
  return JSON.parse(stdout).flow_steps_per_s;
}

const oneProcessor = (page) => page.addInitScript('Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 1 })');

function pageSpeed() {
  const { experiment, count, steps } = ensemble;
  const address = `?engine=simd#panel=ensemble&experiment=${experiment}&ensemble.count=${count}&ensemble.length=${steps}`;
  return withPage({ address, plotted: false, prepare: oneProcessor }, async (page) => {
    const { shown: { result, work } } = await until(page, ({ shown }) => shown?.work?.done, 300);
    return result.flow_steps / work.seconds;
  });
}

/** Milliseconds from the press of `selector` until a new map is on the page. Runs in the page. */
async function firstPicture(selector) {
  const { polarize } = document.querySelector('#demo');
  const shown = () => polarize.state().shown?.result?.z?.length ?? 0;
  const before = polarize.state().shown?.work?.seconds;
  const begun = performance.now();
  document.querySelector(selector).click();
  while (shown() === 0 || polarize.state().shown.work.seconds === before) await new Promise((next) => setTimeout(next, 5));
  return performance.now() - begun;
}

const pictureTimes = () => withPage({ address: '#map.x=lr%3D0.01%3A10%3A256%3Alog&map.y=V_scale%3D0.001%3A1%3A256%3Alog' }, async (page) => {
  const cold = await page.evaluate(firstPicture, '#tab-map');
  const warm = [];
  for (let round = 0; round < rounds; ++round) {
    await page.locator('.workline .primary').click(); // cancels
    warm.push(await page.evaluate(firstPicture, '.workline .primary'));
  }
  return { cold, warm: median(warm) };
});

const firstFrame = () => withPage({ plotted: false }, async (page) => {
  await firstPlot(page);
  return page.evaluate(() => performance.getEntriesByName('polarize-first-plot')[0].startTime);
});

let missed = 0;
function tell(what, value, unit, holds, bar) {
  if (!holds) missed += 1;
  console.log(`${what.padEnd(64)}${value.padStart(10)} ${unit.padEnd(16)}${holds ? 'within' : 'MISSES'} ${bar}`);
}

const speeds = { native: [], page: [] };
for (let round = 0; round < rounds; ++round) {
  speeds.native.push(await nativeSpeed());
  speeds.page.push(await pageSpeed());
}
const best = { native: Math.max(...speeds.native), page: Math.max(...speeds.page) };
const ratio = best.page / best.native;
const millions = (speed) => (speed / 1e6).toFixed(1);
console.log(`ensemble of ${ensemble.count} × ${ensemble.steps} updates, k = 8, millions of flow-steps/s: native AVX2, one thread ${millions(best.native)} ` +
  `(median ${millions(median(speeds.native))}); simd128, one worker ${millions(best.page)} (median ${millions(median(speeds.page))})`);
tell('ensemble in Chromium against native', ratio.toFixed(2), '', ratio >= 0.4, '≥ 0.4');

const { cold, warm } = await pictureTimes();
tell('first coarse picture of a 256 × 256 map, panel opened first', cold.toFixed(0), 'ms', cold <= 500, '≤ 500 ms');
tell('first coarse picture of a 256 × 256 map, run again', warm.toFixed(0), 'ms', warm <= 500, '≤ 500 ms');

const frames = [];
for (let round = 0; round < rounds; ++round) frames.push(await firstFrame());
tell('first plot of the page', median(frames).toFixed(0), 'ms', median(frames) <= 2000, '≤ 2000 ms');

await closeEnvironment();
process.exitCode = missed > 0 ? 1 : 0;
