# shellcheck shell=bash
# The steps of scripts/setup: running them with a log, remembering what is done. Sourced after common.sh and
# child.sh, never run.

stamps=$toolchain/stamps
scratch=$toolchain/tmp
log=$toolchain/setup.log

step_number=0
step_count=0
work_done=no

# run_step TITLE FUNCTION [RESULT...]: runs FUNCTION with its output in the log, says how long it took and how large the
# folders RESULT became, and stops the script when it fails.
run_step() {
  local title=$1 action=$2 started=$SECONDS status=0 size=
  shift 2
  work_done=yes
  say "[$step_number/$step_count] $title ..."
  printf '\n=== %s: %s\n' "$(date -u +%FT%TZ)" "$title" >>"$log"
  start_child "$log" "$action"
  await_child || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 15 "$log" | sed 's/^/    | /' >&2
    die "step $step_number/$step_count ($title) failed; the whole log is $log"
  fi
  if [ "$#" -gt 0 ]; then size=", $(du -cms "$@" | tail -n 1 | cut -f 1) MB on disk"; fi
  say "[$step_number/$step_count] $title: done in $((SECONDS - started)) s$size"
}

stop() {
  stop_child
  say "setup: interrupted in step $step_number/$step_count; run scripts/setup again to resume" >&2
  exit 130
}

# A stamp's first line says by which recipe a step was done, its second what came of it.

# stamped NAME KEY [RESULT...]: true when step NAME was done by recipe KEY and its RESULTs are still there.
stamped() {
  local result
  [ "$(head -n 1 "$stamps/$1" 2>/dev/null)" = "$2" ] || return 1
  for result in "${@:3}"; do
    [ -e "$result" ] || return 1
  done
}

# stamp NAME KEY NOTE
stamp() {
  mkdir -p "$stamps"
  printf '%s\n%s\n' "$2" "$3" >"$stamps/.$1"
  mv "$stamps/.$1" "$stamps/$1"
}

stamp_note() { sed -n 2p "$stamps/$1"; }

# fresh NAME: makes an empty scratch folder and names it.
fresh() {
  rm -rf "${scratch:?}/$1"
  mkdir -p "$scratch/$1"
  say "$scratch/$1"
}

# replace NEW OLD: puts the folder NEW in the place of OLD.
replace() {
  mkdir -p "$(dirname "$2")"
  rm -rf "$2"
  mv "$1" "$2"
}

# require_version WHAT HAVE WANT: fails unless version HAVE is WANT or a revision of it.
require_version() {
  case $2 in
    "$3" | "$3"[.+-]*) ;;
    *) say "$1: expected version $3, got '$2'" && return 1 ;;
  esac
}
