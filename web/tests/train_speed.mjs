// How fast the page trains: an update of the paper's induction default in headless Chromium, with relaxed and with 128-bit SIMD,
// against the native program on one thread, and how long the small size takes to more than 95 % accuracy. What is compared takes
// turns; medians are told.
//
//     node web/tests/train_speed.mjs [rounds]
//
// Exits with 1 when a figure misses its bar.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { closeEnvironment, nativeProgram, until, withPage } from './browser.mjs';
import { engineTimes, median, parametersOf } from './update_times.mjs';

const run = promisify(execFile);
const rounds = Number(process.argv[2] ?? 5);
const updates = 12;
const bars = { relaxed: 0.45, simd: 0.3 };

async function nativeMilliseconds() {
  const words = Object.entries(parametersOf(updates)).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const { stdout } = await run(nativeProgram, ['run', 'induction', ...words, '--threads', '1', '--format', 'json'], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout).ms_per_step;
}

const secondsOfTheSmallOne = () => withPage({ plotted: false, address: '#panel=train' }, async (page) => {
  const { shown: { sides: [{ learnt }] } } = await until(page, ({ shown }) => shown?.sides?.[0]?.learnt, 300);
  return learnt;
});

let missed = 0;
function tell(what, value, unit, holds, bar) {
  if (!holds) missed += 1;
  console.log(`${what.padEnd(64)}${value.padStart(10)} ${unit.padEnd(6)}${holds ? 'within' : 'MISSES'} ${bar}`);
}

const times = { native: [], relaxed: [], simd: [] };
for (let round = 0; round < rounds; ++round) {
  times.native.push(await nativeMilliseconds());
  for (const variant of ['relaxed', 'simd']) times[variant].push(median((await engineTimes(variant, updates)).passed));
  console.log(`round ${round + 1}: native ${times.native[round].toFixed(1)}, relaxed ${times.relaxed[round].toFixed(1)}, simd ${times.simd[round].toFixed(1)} ms per update`);
}
for (const variant of ['relaxed', 'simd']) {
  const ratio = median(times.native.map((time, round) => time / times[variant][round]));
  tell(`induction default, ${variant} in Chromium: share of native speed`, ratio.toFixed(2), '', ratio >= bars[variant], `≥ ${bars[variant]}`);
}
const { step, seconds } = await secondsOfTheSmallOne();
tell(`small induction to more than 95 %, after ${step} updates`, seconds.toFixed(1), 's', seconds <= 30, '≤ 30 s');
await closeEnvironment();
process.exitCode = missed > 0 ? 1 : 0;
