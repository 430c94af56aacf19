"""Prints how far the weights polarise under every score map and beside it under other optimisers, as a Markdown table.

    bench/polarisation_table.py [build/release/polarize]

All runs start alike: ten tokens of nearly equal scores (normalisers-logistic), 100 000 updates.
"""

import argparse
import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXPERIMENT = "normalisers-logistic"
TEMPERATURES = ["0.2", "5", "20"]
OPTIMISERS = [
    "optimiser=momentum",
    "optimiser=adam lr=0.01",
    "weight_decay=0.0001",
    "weight_decay=0.01",
    "noise=0.01",
    "noise=0.1",
]


def output_of(program, *arguments):
    command = [str(program), *arguments]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def row(program, settings):
    words = [word for setting in settings.split() for word in ("--set", setting)]
    run = output_of(program, "run", EXPERIMENT, *words, "--format", "json")
    alpha = run["alpha"]
    entropy = run["metrics"]["entropy_normalised"]
    return f"| {settings} | {run['max_alpha']:.4g} | {sum(alpha):.4g} | {entropy:.3g} | {run['loss']:.2g} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=ROOT / "build/release/polarize", type=Path)
    program = parser.parse_args().program
    parameters = output_of(program, "info", EXPERIMENT, "--json")["parameters"]
    maps = next(parameter for parameter in parameters if parameter["name"] == "map")["choices"]
    print("| setting | largest weight | all weights | entropy / log k | loss |")
    print("| --- | --- | --- | --- | --- |")
    settings = [f"map={name}" for name in maps] + [f"temperature={value}" for value in TEMPERATURES] + OPTIMISERS
    for setting in settings:
        print(row(program, setting))


if __name__ == "__main__":
    main()
