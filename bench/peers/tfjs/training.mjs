// Training of the TensorFlow.js model, in its page.

import { linearMaps } from './linear.mjs';
import { lossOf, variables } from './model.mjs';
import { config, inductionSequences, startingWeights } from './start.mjs';

const { tf } = globalThis;
const { batch, length, lr, weightDecay } = config;

/** Makes the WebAssembly back end the one in use, with 128-bit SIMD and one thread; throws Error where that is not so. */
export async function prepare() {
  tf.wasm.setWasmPaths('node_modules/@tensorflow/tfjs-backend-wasm/dist/');
  tf.wasm.setThreadsCount(1);
  await tf.setBackend('wasm');
  const [simd, threads] = [await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT'), tf.wasm.getThreadsCount()];
  if (tf.getBackend() !== 'wasm' || !simd || threads !== 1) {
    throw new Error(`TensorFlow.js runs on ${tf.getBackend()}, SIMD ${simd}, threads ${threads}`);
  }
}

/**
 * Starts training with AdamW, its decay decoupled, from the weights and sequences of `seed`.
 *
 * @param {object} run
 * @param {number} run.updates how many updates there are sequences for
 * @param {number} run.seed
 * @param {'automatic'|'rearranged'} run.gradients how the gradients of linear maps are computed
 * @returns {() => number} does an update and returns the loss before it
 */
export function startTraining({ updates, seed, gradients }) {
  const w = variables(startingWeights(seed));
  const sequences = tf.tensor2d(inductionSequences(updates * batch, seed), [updates * batch, length + 1], 'int32');
  const loss = lossOf(w, linearMaps[gradients]);
  const adam = tf.train.adam(lr, 0.9, 0.999, 1e-8);
  let first = 0;
  return () => tf.tidy(() => {
    const rows = sequences.slice([first, 0], [batch, length + 1]);
    const { value, grads } = tf.variableGrads(() => loss(rows));
    for (const weight of Object.values(w)) weight.assign(weight.mul(1 - lr * weightDecay));
    adam.applyGradients(grads);
    first += batch;
    return value.dataSync()[0];
  });
}
