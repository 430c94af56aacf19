# shellcheck shell=bash
# What scripts/setup, scripts/run and scripts/test share. Sourced, never run.

# shellcheck disable=SC2034  # read by the scripts that source this file
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
toolchain=${POLARIZE_TOOLCHAIN:-$repository/.toolchain}
minimum_emscripten=3.1.60
minimum_node=18

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

# node_version: the version of node on PATH, or nothing.
node_version() { node --version 2>/dev/null | first_version; }

# emcc_version COMMAND: the version an emcc reports, or nothing when it does not run.
emcc_version() { "$1" --version 2>/dev/null | head -n 1 | first_version; }

# emcc_on_path: every emcc on PATH, in order, that is not part of the private tool chain.
emcc_on_path() {
  local candidate
  type -aP emcc 2>/dev/null | while read -r candidate; do
    case $(readlink -f "$candidate") in
      "$(readlink -m "$toolchain")"/*) ;;
      *) printf '%s\n' "$candidate" ;;
    esac
  done
}

# own_emcc: the first emcc on PATH when it is new enough to be used instead of the private one, or nothing.
own_emcc() {
  local candidate
  candidate=$(emcc_on_path | head -n 1)
  if [ -n "$candidate" ] && version_at_least "$(emcc_version "$candidate")" "$minimum_emscripten"; then
    printf '%s\n' "$candidate"
  fi
}
