# shellcheck shell=bash
# Building by preset. Sourced after common.sh, never run.

jobs=$(nproc)
# The variants of the page's engine: first the one that nearly every browser runs.
first_variant=simd
all_variants=simd,relaxed,scalar

# build PRESET [TARGET...]: configures and builds one preset (default: everything in it). wasm-<variant> builds in the folder
# of wasm.
build() {
  local preset=$1
  shift
  (cd "$repository" && cmake --preset "${preset%%-*}" && cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"})
}

# build_page VARIANTS [OPTION...]: the front end and these variants of the engine, named with commas between them, then the page
# made of them in build/web. The options are those of web/build.mjs.
build_page() {
  local -a wanted
  IFS=, read -ra wanted <<<"$1"
  build wasm "${wanted[@]/#/page-}" && node "$repository/web/build.mjs" --variants "$@"
}
