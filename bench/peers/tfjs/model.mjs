// The paper's tiny transformer in TensorFlow.js, written from its formulas.
//
// The WebAssembly back end has no kernel for the gradient of `gather` (UnsortedSegmentSum), and that of `tile` takes a slice for
// each sequence, so tokens and positions are looked up by products with one-hot rows.

import { config } from './start.mjs';

const { tf } = globalThis;
const { d, heads, layers, length, tokens, batch, auxiliary } = config;
const headWidth = d / heads;

/** Variables of the weights, by name; those of linear maps as (in, out), the layout that products take as they are. */
export function variables(weights) {
  return Object.fromEntries(weights.map(({ name, shape, values }) => {
    const isLinear = shape.length === 2 && !name.endsWith('embedding.weight');
    return [name, tf.variable(isLinear ? tf.tensor(values, shape).transpose() : tf.tensor(values, shape))];
  }));
}

const oneHot = (numbers, size) => tf.oneHot(numbers, size).cast('float32');

/** What no batch changes: the causal mask, which position each row has, and the weight of each prediction in the loss. */
function constants() {
  const allowed = tf.linalg.bandPart(tf.ones([length, length]), -1, 0);
  const ofPosition = Array.from({ length }, (_, i) => (i === length - 1 ? 1 : auxiliary / (length - 1)) / batch);
  return {
    mask: allowed.sub(1).mul(1e9),
    places: oneHot(tf.range(0, length, 1, 'int32').tile([batch]), length),
    lossWeights: tf.tensor1d(ofPosition).tile([batch]),
  };
}

/** x Φ(x), with the normal distribution function and not an approximation of it. */
const gelu = (x) => x.mul(x.mul(Math.SQRT1_2).erf().add(1).mul(0.5));

/** (batch · length, d) as (batch, head, token, headWidth). */
const split = (x) => x.reshape([batch, length, heads, headWidth]).transpose([0, 2, 1, 3]);

/**
 * The loss as a function of a batch (batch, length + 1) of sequences, with the weights `w` and one of the `linearMaps`:
 * cross-entropy at the last position + auxiliary · that at the others, means over the batch.
 */
export function lossOf(w, linearMap) {
  const { mask, places, lossWeights } = tf.tidy(constants);
  const linear = (name, x) => linearMap(x, w[`${name}.weight`], w[`${name}.bias`]);

  function layerNorm(name, x) {
    const { mean, variance } = tf.moments(x, -1, true);
    return x.sub(mean).mul(variance.add(1e-5).rsqrt()).mul(w[`${name}.weight`]).add(w[`${name}.bias`]);
  }

  function attention(block, x) {
    const [q, k, v] = ['q_proj', 'k_proj', 'v_proj'].map((name) => split(linear(block + name, x)));
    const scores = tf.matMul(q, k, false, true).mul(1 / Math.sqrt(headWidth)).add(mask);
    const mixed = tf.matMul(scores.softmax(), v).transpose([0, 2, 1, 3]);
    return linear(`${block}o_proj`, mixed.reshape([batch * length, d]));
  }

  /** Logits (batch · length, tokens) of as many tokens. */
  function logits(inputs) {
    const embedded = tf.matMul(oneHot(inputs, tokens), w['embedding.weight']);
    const positions = tf.matMul(places, w['pos_embedding.weight'].slice([0, 0], [length, d / 2]));
    let x = tf.concat([embedded, positions], 1);
    for (let layer = 0; layer < layers; ++layer) {
      const block = `layers.${layer}.`;
      x = x.add(attention(block, layerNorm(`${block}norm1`, x)));
      x = x.add(linear(`${block}mlp.2`, gelu(linear(`${block}mlp.0`, layerNorm(`${block}norm2`, x)))));
    }
    return linear('output_proj', layerNorm('final_norm', x));
  }

  return (rows) => {
    const inputs = rows.slice([0, 0], [batch, length]).reshape([-1]);
    const targets = rows.slice([0, 1], [batch, length]).reshape([-1]);
    return tf.losses.softmaxCrossEntropy(oneHot(targets, tokens), logits(inputs), lossWeights, 0, tf.Reduction.SUM);
  };
}
