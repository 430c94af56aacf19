# shellcheck shell=bash
# What scripts/setup, scripts/run and scripts/test share. Sourced, never run.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
toolchain=$(realpath -m "${POLARIZE_TOOLCHAIN:-$repository/.toolchain}")
export POLARIZE_TOOLCHAIN=$toolchain
minimum_emscripten=3.1.60
minimum_node=20

say() { printf '%s\n' "$*"; }

die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

usage_error() {
  printf '%s: %s; see %s --help\n' "${0##*/}" "$*" "$0" >&2
  exit 2
}

# version_at_least HAVE WANT: true when version HAVE is WANT or newer.
version_at_least() {
  [ -n "$1" ] && [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# first_version: the first dotted number on standard input, or nothing.
first_version() { grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1 || true; }

# node_is_new_enough: whether the node on PATH is.
node_is_new_enough() { version_at_least "$(node --version 2>/dev/null | first_version)" "$minimum_node"; }

# emcc_version COMMAND: the version an emcc reports, or nothing when it does not run.
emcc_version() { "$1" --version 2>/dev/null | head -n 1 | first_version; }

# emcc_on_path: the first emcc on PATH that is not part of the private tool chain, or nothing.
emcc_on_path() {
  local candidate
  while read -r candidate; do
    case $(readlink -f "$candidate") in
      "$toolchain"/*) ;;
      *) say "$candidate" && return ;;
    esac
  done < <(type -aP emcc 2>/dev/null)
}

# own_emcc: the emcc on PATH when it is new enough to be used instead of the private one, or nothing.
own_emcc() {
  local candidate
  candidate=$(emcc_on_path)
  if [ -n "$candidate" ] && version_at_least "$(emcc_version "$candidate")" "$minimum_emscripten"; then
    say "$candidate"
  fi
}

# real_python: a Python interpreter itself, where python3 on PATH may be a script that looks for one.
real_python() {
  if [ -x /usr/bin/python3 ]; then
    say /usr/bin/python3
  else
    python3 -c 'import os, sys; print(os.path.realpath(sys.executable))'
  fi
}

# use_toolchain: puts the private node first on PATH where setup installed one, and keeps what another Emscripten left in
# the environment away from the private one. An Emscripten of the user's starts the interpreter that it is told.
use_toolchain() {
  if [ -x "$toolchain/node/bin/node" ]; then PATH=$toolchain/node/bin:$PATH; fi
  if [ -z "$(own_emcc)" ]; then unset EM_CONFIG EM_CACHE EM_LLVM_ROOT EM_BINARYEN_ROOT EM_NODE_JS; fi
  export EMSDK_PYTHON=${EMSDK_PYTHON:-$(real_python)}
}
