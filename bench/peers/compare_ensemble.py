"""Runs an ensemble by `polarize ensemble` and by the NumPy programs in turn, checks that they agree, and prints how many
times as fast polarize is on one core.

    bench/peers/compare_ensemble.py build/release/polarize

Times are of the processor: for NumPy those of the updates alone, for polarize those of the whole program.
"""

import json
import math
import resource
import subprocess
import sys
from pathlib import Path

from run_peers import numpy_python

COUNT, STEPS, ROUNDS = 4096, 1000, 3
WANTED = {"full": 15, "reduced": 6}


def child_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(*command):
    """What the command prints as JSON, and the seconds of processor time it took."""
    before = child_seconds()
    output = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout
    return json.loads(output), child_seconds() - before


def main():
    program = sys.argv[1]
    python = numpy_python()
    peer = Path(__file__).with_name("numpy_ensemble.py")
    rates = {"polarize": 0.0, "full": 0.0, "reduced": 0.0}
    for _ in range(ROUNDS):
        record, seconds = run(program, "ensemble", "logistic", "--count", COUNT, "--steps", STEPS, "--threads", 1,
                              "--format", "json")
        rates["polarize"] = max(rates["polarize"], record["flow_steps"] / seconds)
        numpy, _ = run(python, peer, "--count", COUNT, "--steps", STEPS, "--repetitions", 1)
        for name, result in numpy.items():
            rates[name] = max(rates[name], result["flow_steps_per_s"])
            if not math.isclose(result["entropy"], record["entropy"]["mean"], rel_tol=1e-12):
                sys.exit(f"{name}: mean entropy {result['entropy']}, polarize has {record['entropy']['mean']}")
    print(f"{COUNT} flows, k = d = 8, {STEPS} updates; million flow-steps a second of one core ({record['isa']})")
    print(f"polarize       {rates['polarize'] / 1e6:8.2f}")
    for name, wanted in WANTED.items():
        ratio = rates["polarize"] / rates[name]
        print(f"NumPy, {name:7} {rates[name] / 1e6:8.2f}   polarize is {ratio:.1f} times as fast (wanted: {wanted})")
    if any(rates["polarize"] < wanted * rates[name] for name, wanted in WANTED.items()):
        sys.exit(1)


if __name__ == "__main__":
    main()
