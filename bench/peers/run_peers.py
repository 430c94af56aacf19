"""Measures polarize and the NumPy program of numpy_flows.py in one go, in turn, on one core, and prints the ratio of their times.

    run_peers.py [build/release/polarize] [--repeats 5] [--json FILE]

Both first make the same number of updates, and their final weights and loss must agree to 1e-9 before any time counts. NumPy then makes
fewer updates than polarize, since its time per update does not change along a run. The last lines time the whole of kl, 1e7 updates,
natively and as WebAssembly under node (where build/web is there).
"""

import json
import os
import statistics
import subprocess
import sys

from comparison import HERE, ROOT, keep, python_with, read_arguments, verdict

CHECKED_UPDATES = 2000
NUMPY_UPDATES = 10_000
POLARIZE_UPDATES = 10_000_000
BARS = {"logistic": 300}
WHOLE_KL = 10_000_000

WASM = """
import { load } from %s;
const run = (await load()).start({ experiment: 'kl', parameters: { steps: %d } });
const start = performance.now();
run.advance(%d);
console.log((performance.now() - start) / 1000);
"""


def on_one_core(command):
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    done = subprocess.run(["taskset", "-c", "0", *command], capture_output=True, text=True, check=True, env=environment)
    return done.stdout


def numpy_run(python, experiment, updates):
    return json.loads(on_one_core([python, HERE / "numpy_flows.py", experiment, "--steps", str(updates)]))


def polarize_run(program, experiment, updates):
    command = [program, "run", experiment, "--steps", str(updates), "--samples", "2", "--format", "json"]
    return json.loads(on_one_core(command))


def check_agreement(experiment, ours, theirs):
    differences = [abs(x - y) for x, y in zip(ours["alpha"], theirs["alpha"])] + [abs(ours["loss"] - theirs["loss"])]
    if max(differences) > 1e-9:
        sys.exit(f"{experiment}: polarize and NumPy differ by {max(differences)} after {CHECKED_UPDATES} updates")


def measure(python, program, experiment, repeats):
    check_agreement(
        experiment,
        polarize_run(program, experiment, CHECKED_UPDATES),
        numpy_run(python, experiment, CHECKED_UPDATES),
    )
    ours, theirs = [], []
    for _ in range(repeats):
        theirs.append(numpy_run(python, experiment, NUMPY_UPDATES)["seconds"] / NUMPY_UPDATES)
        ours.append(1 / polarize_run(program, experiment, POLARIZE_UPDATES)["steps_per_s"])
    ratios = sorted(y / x for x, y in zip(ours, theirs))
    return {
        "numpy_us": statistics.median(theirs) * 1e6,
        "polarize_ns": statistics.median(ours) * 1e9,
        "ratio": statistics.median(ratios),
        "ratio_least": ratios[0],
        "ratio_most": ratios[-1],
    }


def whole_kl(program):
    seconds = {"native": polarize_run(program, "kl", WHOLE_KL)["wall_s"]}
    engine = ROOT / "build/web/polarize.mjs"
    if engine.exists():
        script = WASM % (json.dumps(engine.resolve().as_uri()), WHOLE_KL, WHOLE_KL)
        command = ["node", "--experimental-wasm-relaxed-simd", "--input-type=module", "-e", script]
        seconds["node"] = float(on_one_core(command))
    return seconds


def main():
    arguments = read_arguments(__doc__)
    program = arguments.program
    python = python_with("numpy")
    results = {}
    print(f"{'experiment':22}{'NumPy':>12}{'polarize':>14}{'ratio':>9}  (least to most of {arguments.repeats})")
    for experiment in ("logistic", "normalisers-square", "normalisers-logistic", "tied", "conditioning", "kl"):
        found = results[experiment] = measure(python, program, experiment, arguments.repeats)
        bar = BARS.get(experiment)
        print(
            f"{experiment:22}{found['numpy_us']:9.1f} us{found['polarize_ns']:11.1f} ns{found['ratio']:8.0f}x"
            f"  ({found['ratio_least']:.0f} to {found['ratio_most']:.0f}){'' if bar is None else ' ' + verdict(found['ratio'] >= bar, bar)}",
            flush=True,
        )
    results["whole_kl_s"] = whole_kl(program)
    for where, seconds in results["whole_kl_s"].items():
        print(f"kl, {WHOLE_KL:.0e} updates, {where}: {seconds:.2f} s")
    keep(arguments, results)


if __name__ == "__main__":
    main()
