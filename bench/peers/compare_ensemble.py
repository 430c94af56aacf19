"""Measures `polarize ensemble` against NumPy programs in turn, on one core, and how it uses two.

    compare_ensemble.py [build/release/polarize] [--repeats 3] [--json FILE]

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

from comparison import HERE, keep, python_with, read_arguments, verdict

COUNT, SHARED_STEPS, STEPS = 4096, 1000, 10000
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


def compare_with_numpy(program, repeats):
    python = python_with("numpy")
    rates = {name: [] for name in ["polarize, short", "polarize", "full", "reduced"]}
    for _ in range(repeats):
        record, seconds, _ = ensemble(program, SHARED_STEPS, 1)
        rates["polarize, short"].append(record["flow_steps"] / seconds)
        output, _, _ = run(python, HERE / "numpy_ensemble.py", "--count", COUNT, "--steps", SHARED_STEPS, "--repetitions", 1)
        for name, result in json.loads(output).items():
            rates[name].append(result["flow_steps_per_s"])
            if not math.isclose(result["entropy"], record["entropy"]["mean"], rel_tol=1e-12):
                sys.exit(f"{name}: mean entropy {result['entropy']}, that of polarize {record['entropy']['mean']}")
        record, seconds, _ = ensemble(program, STEPS, 1)
        rates["polarize"].append(record["flow_steps"] / seconds)
    best = {name: max(values) for name, values in rates.items()}
    print(f"{COUNT} flows, k = d = 8, one core, {record['isa']}: million flow-steps a second, best of {repeats}")
    print(f"polarize, {SHARED_STEPS:5} updates {best['polarize, short'] / 1e6:8.2f}")
    print(f"polarize, {STEPS:5} updates {best['polarize'] / 1e6:8.2f}")
    for name, bar in BARS.items():
        ratio = best["polarize"] / best[name]
        print(f"NumPy, {name:14} {best[name] / 1e6:8.2f}   ratio {ratio:.1f} {verdict(ratio >= bar, bar)}")
    return {f"{name}, flow-steps/s": rate for name, rate in best.items()}


def time_threads(program, repeats):
    walls = {threads: min(ensemble(program, 5 * STEPS, threads)[2] for _ in range(repeats)) for threads in [1, 2]}
    ratio = walls[1] / walls[2]
    print(f"two threads are {ratio:.2f} times as fast as one {verdict(ratio >= TWO_THREADS_BAR, TWO_THREADS_BAR)}")
    return {"two threads against one": ratio}


def time_map(program):
    with tempfile.TemporaryDirectory() as folder:
        _, _, wall = run(program, "map", "logistic", "--x", "V_scale=0.01:10:256:log", "--y", "a_scale=0:2:256",
                         "--set", "dynamics=flow", "--until", "tau=100", "--threads", 2,
                         "--out", os.path.join(folder, "map.npz"))  # fmt: skip
    print(f"map of 256 x 256 flows to tau = 100, two threads: {wall:.2f} s {verdict(wall <= MAP_BAR, MAP_BAR)}")
    return {"map, s": wall}


def main():
    arguments = read_arguments(__doc__, repeats=3)
    figures = compare_with_numpy(arguments.program, arguments.repeats)
    figures |= time_threads(arguments.program, arguments.repeats)
    figures |= time_map(arguments.program)
    keep(arguments, figures)


if __name__ == "__main__":
    main()
