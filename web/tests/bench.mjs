// How fast the engine runs under node as WebAssembly: the KL experiment to its last step.
//
//     node web/tests/bench.mjs [relaxed|simd|scalar]
//
// Without a build's name the fastest one that this node knows is taken. Exits with 1 when the run takes longer than its bar.

import { load } from '../engine/polarize.mjs';

const steps = 1e7;
const bar = 15; // seconds

const engine = await load({ variant: process.argv[2] });
const run = engine.start({ experiment: 'kl', parameters: { steps } });
const started = performance.now();
run.advance(steps);
const seconds = (performance.now() - started) / 1000;
const { step, loss, maxAlpha } = run.snapshot({ arrays: false });
if (step !== steps) throw new Error(`the run ended at step ${step}`);
const verdict = seconds <= bar ? 'within' : 'OVER';
console.log(`kl, ${steps.toExponential(0)} steps, build ${engine.variant} (${engine.isa}): ${seconds.toFixed(2)} s, ` +
  `${(seconds / steps * 1e9).toFixed(0)} ns a step, loss ${loss}, largest weight ${maxAlpha} (${verdict} ${bar} s)`);
process.exitCode = seconds <= bar ? 0 : 1;
