# shellcheck shell=bash
# Building by preset. Sourced after common.sh, never run.

jobs=$(nproc)
wasm_presets=(wasm-scalar wasm-simd wasm-relaxed)

# build PRESET [TARGET]: configures and builds one preset (default: everything in it).
build() {
  (cd "$repository" && cmake --preset "$1" && cmake --build --preset "$1" -j "$jobs" ${2:+--target "$2"})
}

# build_page: the engines and the front end by each WebAssembly preset, then the page made of them in build/web.
build_page() {
  local preset
  for preset in "${wasm_presets[@]}"; do build "$preset" web/all || return; done
  (cd "$repository" && node web/build.mjs)
}
