"""Measures the rescaled logistic flow (k = 8, tau = 600, tolerance 1e-10) by the command line and by SciPy in one go.

Both are run in turn and the flow alone is timed. The fastest of the rounds, which other work on the machine disturbs least, is
held against the bars: at most 2 ms, and at least 50 times as fast as SciPy. The results must agree too.

    flow_against_scipy.py [build/release/polarize] [--repeats 11] [--json FILE]

Exit code 1 when a bar is missed.
"""

import json
import subprocess
import sys

from comparison import HERE, keep, python_with, read_arguments, verdict

TAU, TOL = 600, 1e-10
MOST_SECONDS, LEAST_RATIO, MOST_DIFFERENCE = 2e-3, 50, 1e-7


def native(program):
    command = [program, "run", "logistic", "--set", "dynamics=flow", "--until", f"tau={TAU}", "--tol", str(TOL)]
    return json.loads(subprocess.run([*command, "--format", "json"], check=True, capture_output=True).stdout)


def peer(python):
    command = [python, HERE / "scipy_flow.py", "--tau", str(TAU), "--tol", str(TOL)]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def main():
    arguments = read_arguments(__doc__, repeats=11)
    python = python_with("numpy", "scipy")
    rounds = [(native(arguments.program), peer(python)) for _ in range(arguments.repeats)]
    own, other = rounds[0]
    seconds = min(run["wall_s"] for run, _ in rounds)
    peer_seconds = min(run["seconds"][0] for _, run in rounds)
    ratio = peer_seconds / seconds
    difference = max(abs(x / y - 1) for x, y in zip(own["alpha"], other["alpha"]))
    clock = abs(own["log_t"] / other["log_t"] - 1)

    same = max(difference, clock) <= MOST_DIFFERENCE
    fast, faster = seconds <= MOST_SECONDS, ratio >= LEAST_RATIO

    print(f"polarize: {1e3 * seconds:.3f} ms {verdict(fast, f'{1e3 * MOST_SECONDS:g} ms')}, {own['steps']} steps, "
          f"{own['rhs_evals']} evaluations, {own['isa']}")  # fmt: skip
    print(f"SciPy:    {1e3 * peer_seconds:.1f} ms, {other['steps']} steps, {other['rhs_evals']} evaluations")
    print(f"ratio {ratio:.0f} {verdict(faster, LEAST_RATIO)}")
    print(f"relative difference of the weights {difference:.1e}, of log t {clock:.1e} {verdict(same, MOST_DIFFERENCE)}")
    keep(arguments, {"polarize_s": seconds, "scipy_s": peer_seconds, "ratio": ratio, "difference": difference})
    return 0 if fast and faster and same else 1


if __name__ == "__main__":
    sys.exit(main())
