"""Measures `polarize ensemble` against NumPy programs in turn, on one core, and how it uses two.

    bench/peers/compare_ensemble.py [build/release/polarize]

All first make the same updates of the same flows, and their mean entropies must agree to 1e-12. NumPy then makes fewer
updates than polarize, since its time per update does not change along a run. Rates are of processor time: for NumPy that
of the updates alone, for polarize that of the whole program. The last lines are of wall-clock time and mean something on
an idle machine only.
"""

import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from run_peers import ROOT, numpy_python

PEER = Path(__file__).with_name("numpy_ensemble.py")
COUNT, SHARED_STEPS, STEPS, ROUNDS = 4096, 1000, 10000, 3
BARS = {"full": 15, "reduced": 6}
TWO_THREADS_BAR, MAP_BAR = 1.8, 10


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(*command):
    """What the command prints, and the seconds of processor and of wall-clock time it took."""
    processor, wall = processor_seconds(), time.perf_counter()
    output = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout
    return output, processor_seconds() - processor, time.perf_counter() - wall


def ensemble(program, steps, threads):
    output, processor, wall = run(program, "ensemble", "logistic", "--count", COUNT, "--steps", steps,
                                  "--threads", threads, "--format", "json")  # fmt: skip
    return json.loads(output), processor, wall


def verdict(value, bar, reached):
    return f"(bar {bar}: {'reached' if reached else 'missed'})"


def compare_with_numpy(program):
    python = numpy_python()
    rates = {name: [] for name in ["polarize, short", "polarize", "full", "reduced"]}
    for _ in range(ROUNDS):
        record, seconds, _ = ensemble(program, SHARED_STEPS, 1)
        rates["polarize, short"].append(record["flow_steps"] / seconds)
        output, _, _ = run(python, PEER, "--count", COUNT, "--steps", SHARED_STEPS, "--repetitions", 1)
        for name, result in json.loads(output).items():
            rates[name].append(result["flow_steps_per_s"])
            if not math.isclose(result["entropy"], record["entropy"]["mean"], rel_tol=1e-12):
                sys.exit(f"{name}: mean entropy {result['entropy']}, that of polarize {record['entropy']['mean']}")
        record, seconds, _ = ensemble(program, STEPS, 1)
        rates["polarize"].append(record["flow_steps"] / seconds)
    best = {name: max(values) for name, values in rates.items()}
    print(f"{COUNT} flows, k = d = 8, one core, {record['isa']}: million flow-steps a second, best of {ROUNDS}")
    print(f"polarize, {SHARED_STEPS:5} updates {best['polarize, short'] / 1e6:8.2f}")
    print(f"polarize, {STEPS:5} updates {best['polarize'] / 1e6:8.2f}")
    for name, bar in BARS.items():
        ratio = best["polarize"] / best[name]
        print(f"NumPy, {name:14} {best[name] / 1e6:8.2f}   ratio {ratio:.1f} {verdict(ratio, bar, ratio >= bar)}")


def time_threads(program):
    walls = {threads: min(ensemble(program, 5 * STEPS, threads)[2] for _ in range(ROUNDS)) for threads in [1, 2]}
    ratio = walls[1] / walls[2]
    print(f"two threads are {ratio:.2f} times as fast as one {verdict(ratio, TWO_THREADS_BAR, ratio >= TWO_THREADS_BAR)}")


def time_map(program):
    with tempfile.TemporaryDirectory() as folder:
        _, _, wall = run(program, "map", "logistic", "--x", "V_scale=0.01:10:256:log", "--y", "a_scale=0:2:256",
                         "--set", "dynamics=flow", "--until", "tau=100", "--threads", 2,
                         "--out", os.path.join(folder, "map.npz"))  # fmt: skip
    print(f"map of 256 x 256 flows to tau = 100, two threads: {wall:.2f} s {verdict(wall, MAP_BAR, wall <= MAP_BAR)}")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/polarize"
    compare_with_numpy(program)
    time_threads(program)
    time_map(program)


if __name__ == "__main__":
    main()
