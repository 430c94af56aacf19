# shellcheck shell=bash
# One long piece of work at a time, with its output in a log. Sourced, never run.

child=
child_log=

# start_child LOG COMMAND...: begins COMMAND, its output added to LOG. To be called plainly, not as a condition: there
# `set -e` would not hold in COMMAND.
start_child() {
  child_log=$1
  shift
  set -m # a process group of its own, so that it can be stopped as a whole
  (set -euo pipefail && "$@") >>"$child_log" 2>&1 </dev/null &
  child=$!
  set +m
}

# await_child: waits for it and has its status. A terminal shows the seconds, and how far a build is, meanwhile.
await_child() {
  local status=0
  if [ -t 1 ]; then show_progress "$SECONDS"; fi
  wait "$child" || status=$?
  child=
  return "$status"
}

show_progress() {
  local built
  while kill -0 "$child" 2>/dev/null; do
    built=$(tail -n 1 "$child_log" | grep -oE '^\[[0-9]+/[0-9]+\]' || true)
    printf '\r      %d s %s \033[K' "$((SECONDS - $1))" "$built"
    sleep 0.5
  done
  printf '\r\033[K'
}

stop_child() {
  if [ -n "$child" ]; then kill -TERM -- "-$child" 2>/dev/null || true; fi
}
