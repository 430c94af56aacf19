// Where the builds of the core are, seen from the source tree. The assembled page has a file of this name and form with the
// addresses and sizes of its own copies.

const build = (name, variant) => ({
  script: new URL(`../../build/wasm/web/engine/polarize-${name}-${variant}.mjs`, import.meta.url),
  module: new URL(`../../build/wasm/web/engine/polarize-${name}-${variant}.wasm`, import.meta.url),
  bytes: 0, // of the module; 0 where unknown
});

const builds = (name) => ({ relaxed: build(name, 'relaxed'), simd: build(name, 'simd'), scalar: build(name, 'scalar') });

/** Computes one run. */
export const engines = builds('engine');

/** Computes many runs: claims, ensembles, phase maps. */
export const studies = builds('studies');

/** Trains attention models. */
export const attention = builds('attention');
