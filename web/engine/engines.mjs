// Where the engine's builds are, seen from the source tree. The assembled page has a file of this name and form with the
// addresses and sizes of its own copies.

const build = (variant) => ({
  script: new URL(`../../build/wasm-${variant}/web/engine/polarize-engine-${variant}.mjs`, import.meta.url),
  module: new URL(`../../build/wasm-${variant}/web/engine/polarize-engine-${variant}.wasm`, import.meta.url),
  bytes: 0, // of the module; 0 where unknown
});

export const engines = { relaxed: build('relaxed'), simd: build('simd'), scalar: build('scalar') };
