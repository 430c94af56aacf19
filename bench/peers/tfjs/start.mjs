// Where the compared runs start: weights by PyTorch's default distributions and induction sequences, drawn from a seed with exact
// arithmetic alone, so that node and the browser draw the same.

/** The paper's induction default. Tokens are BOS = 0, ordinary ones, and a shifted copy of each that a query is written as. */
export const config = {
  d: 128, layers: 2, heads: 4, length: 12, ordinary: 50, tokens: 100, distinct: 10, positions: 512, batch: 256, auxiliary: 0.2,
  lr: 1e-3, weightDecay: 0.01,
};

/** Uniform numbers in [0, 1), multiples of 2^-24: the high bits of a linear congruential generator modulo 2^32. */
function uniforms(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** A number of mean 0 and variance 1, nearly normal: the sum of twelve uniforms, less 6. */
function nearlyNormal(uniform) {
  let sum = -6;
  for (let i = 0; i < 12; ++i) sum += uniform();
  return sum;
}

/**
 * The starting weights, by PyTorch's names and in its layouts (linear maps are (out, in)).
 *
 * @param {number} seed
 * @returns {Array<{name: string, shape: number[], values: Float32Array}>}
 */
export function startingWeights(seed) {
  const uniform = uniforms(seed);
  const { d, layers, tokens, positions } = config;
  const found = [];
  const add = (name, shape, draw) => {
    const size = shape.reduce((a, b) => a * b);
    found.push({ name, shape, values: Float32Array.from({ length: size }, draw) });
  };
  const linear = (name, out, in_) => {
    const drawn = () => (2 * uniform() - 1) / Math.sqrt(in_);
    add(`${name}.weight`, [out, in_], drawn);
    add(`${name}.bias`, [out], drawn);
  };
  const norm = (name) => {
    add(`${name}.weight`, [d], () => 1);
    add(`${name}.bias`, [d], () => 0);
  };
  add('pos_embedding.weight', [positions, d / 2], () => nearlyNormal(uniform));
  add('embedding.weight', [tokens, d / 2], () => nearlyNormal(uniform));
  for (let layer = 0; layer < layers; ++layer) {
    const block = `layers.${layer}.`;
    for (const projection of ['q_proj', 'k_proj', 'v_proj', 'o_proj']) linear(block + projection, d, d);
    norm(`${block}norm1`);
    norm(`${block}norm2`);
    linear(`${block}mlp.0`, 4 * d, d);
    linear(`${block}mlp.2`, d, 4 * d);
  }
  norm('final_norm');
  linear('output_proj', tokens, d);
  return found;
}

/**
 * `count` sequences: BOS, ten distinct tokens, one of them again written shifted, what followed it. The last token is the
 * target of the one before it, so each has one more than the model reads.
 *
 * @returns {Int32Array} (count, length + 1)
 */
export function inductionSequences(count, seed) {
  const uniform = uniforms(seed);
  const { length, ordinary, distinct } = config;
  const below = (limit) => Math.floor(uniform() * limit);
  const sequences = new Int32Array(count * (length + 1));
  for (let first = 0; first < sequences.length; first += length + 1) {
    const row = sequences.subarray(first, first + length + 1);
    const pool = Array.from({ length: ordinary - 1 }, (_, i) => i + 1);
    for (let i = 1; i <= distinct; ++i) [row[i]] = pool.splice(below(pool.length), 1);
    const repeated = 1 + below(distinct);
    row[distinct + 1] = row[repeated] + ordinary;
    row[distinct + 2] = row[repeated + 1];
  }
  return sequences;
}
