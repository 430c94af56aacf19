// The training step of the paper's induction default: polarize's engine against TensorFlow.js's WebAssembly back end, in the same
// headless Chromium, one thread each (TensorFlow.js with 128-bit SIMD, polarize with relaxed and with 128-bit SIMD).
//
//     node bench/peers/tfjs/run.mjs [rounds]
//
// TensorFlow.js runs twice: with the gradients that it derives itself, which the bar is about, and with those of linear maps
// written by hand around what its back end is slow at (linear.mjs). All four take turns; medians of the processor's time are told,
// which other work on the machine hardly changes. The losses of each run of TensorFlow.js must be those of the native program from
// the same weights and sequences, otherwise no ratio is told. Packages (300 MB) come by `npm ci` at the first run.
//
// Exits with 1 when losses differ or a ratio misses the bar, with 2 when `rounds` is no number of rounds.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { serve } from '../../../web/serve.mjs';
import { closeEnvironment, environment, nativeProgram } from '../../../web/tests/browser.mjs';
import { engineTimes, median, timeUpdates } from '../../../web/tests/update_times.mjs';
import { nativeLosses } from './native_losses.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const rounds = Number(process.argv[2] ?? 5);
const updates = 8;
const seed = 1;
const bar = 8;
const tolerance = 1e-4;

/** Makes `globalThis.update()` an update of TensorFlow.js. Runs in its page. */
async function startPeer(run) {
  const { prepare, startTraining } = await import('./training.mjs');
  await prepare();
  globalThis.update = startTraining(run);
}

/** The losses and times (see timeUpdates) of TensorFlow.js in a fresh page of `address`. */
async function peerTimes(address, gradients) {
  const { browser } = await environment();
  const page = await browser.newPage();
  try {
    await page.goto(address);
    await page.evaluate(startPeer, { updates, seed, gradients });
    return await timeUpdates(page, updates);
  } finally {
    await page.close();
  }
}

/** The largest relative difference of two lists of losses. */
function difference(found, expected) {
  if (found.length !== expected.length) throw new Error(`${found.length} losses against ${expected.length}`);
  return Math.max(...found.map((loss, i) => Math.abs(loss / expected[i] - 1)));
}

/** The median milliseconds of an update in each round, of both builds of the engine and both programs of TensorFlow.js. */
async function compare(address) {
  const expected = await nativeLosses(nativeProgram, updates, seed);
  const times = { relaxed: [], simd: [], automatic: [], rearranged: [] };
  for (let round = 0; round < rounds; ++round) {
    for (const variant of ['relaxed', 'simd']) times[variant].push(median((await engineTimes(variant, updates)).processor));
    for (const gradients of ['automatic', 'rearranged']) {
      const { returned: losses, processor } = await peerTimes(address, gradients);
      const apart = difference(losses, expected);
      if (!(apart <= tolerance)) throw new Error(`${gradients} gradients: losses ${losses} in the place of ${expected}`);
      console.log(`TensorFlow.js, ${gradients} gradients: ${updates} losses within ${apart.toExponential(1)} of polarize's`);
      times[gradients].push(median(processor));
    }
    const latest = Object.entries(times).map(([what, values]) => `${what} ${values[round].toFixed(0)} ms`);
    console.log(`round ${round + 1}: ${latest.join(', ')}`);
  }
  return times;
}

/** Prints the ratios and returns whether those that have a bar reach it. */
function tell(times) {
  let reached = true;
  for (const gradients of ['automatic', 'rearranged']) {
    for (const variant of ['relaxed', 'simd']) {
      const ratio = median(times[gradients].map((time, round) => time / times[variant][round]));
      const within = ratio >= bar;
      if (gradients === 'automatic') reached &&= within;
      console.log([
        `TensorFlow.js, ${gradients} gradients / polarize, ${variant}`.padEnd(58),
        `${median(times[gradients]).toFixed(0)} / ${median(times[variant]).toFixed(0)} ms`.padStart(14),
        `${ratio.toFixed(1)}x`.padStart(7),
        gradients === 'automatic' ? `  bar ${bar}: ${within ? 'reached' : 'missed'}` : '  no bar',
      ].join(''));
    }
  }
  return reached;
}

/** Installs the packages of package-lock.json where they are not in place. */
function installPackages() {
  try {
    execFileSync('npm', ['ls'], { cwd: here, stdio: 'ignore' });
  } catch {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
  }
}

async function main() {
  if (!(Number.isInteger(rounds) && rounds > 0)) {
    console.error(`rounds "${process.argv[2]}": must be a whole number from 1`);
    process.exit(2);
  }
  const server = await serve({ folder: here });
  try {
    installPackages();
    process.exitCode = tell(await compare(server.address)) ? 0 : 1;
  } catch (error) {
    console.error(`tfjs/run: ${error.message}`);
    process.exitCode = 1;
  } finally {
    await closeEnvironment();
    await server.close();
  }
}

await main();
