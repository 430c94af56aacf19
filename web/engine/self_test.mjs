// The numeric self-test of an engine build: short runs whose bits are known. A WebAssembly implementation that computes
// anything else is not used.

const runs = [
  { experiment: 'logistic', steps: 40 },
  { experiment: 'normalisers-square', parameters: { map: 'l2' }, steps: 40 },
  { experiment: 'tied', steps: 20 },
  { experiment: 'kl', steps: 20 },
];

/** The hash that every build must give, taken from the native program. */
export const expectedHash = 1984508213;

/** FNV-1a over the bytes of a list of arrays of doubles. */
export function hashOf(arrays) {
  let hash = 0x811c9dc5;
  for (const numbers of arrays) {
    for (const byte of new Uint8Array(Float64Array.from(numbers).buffer)) {
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
  }
  return hash >>> 0;
}

/** The hash of what `engine` computes. */
export function computedHash(engine) {
  return hashOf(runs.flatMap(({ steps, ...start }) => {
    const run = engine.start(start);
    run.advance(steps);
    const { alpha, a, loss } = run.snapshot({ arrays: false });
    run.free();
    return [alpha, a, [loss]];
  }));
}
