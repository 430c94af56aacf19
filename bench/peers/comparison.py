"""What the programs that measure polarize against a peer share: their arguments, a Python that has the peer, verdicts."""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def read_arguments(doc, program="polarize", repeats=5):
    """The command line: which `program` of the release build to measure, how often, and where to keep the figures."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=ROOT / "build/release" / program, type=pathlib.Path,
                        help=f"the program to measure; build/release/{program} without it")  # fmt: skip
    parser.add_argument("--repeats", default=repeats, type=int, metavar="N", help=f"measurements of each; {repeats} without it")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the figures there too")
    arguments = parser.parse_args()
    if not arguments.program.exists():
        parser.error(f"program: {arguments.program} is not there; build it with cmake --build --preset release")
    if arguments.repeats < 1:
        parser.error(f"--repeats: {arguments.repeats} must be at least 1")
    return arguments


def keep(arguments, figures):
    """Writes the figures where --json asks for them."""
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n")


def python_with(*modules):
    """An interpreter that can import the modules; a private one may lack them where the system's has them."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", f"import {', '.join(modules)}"], capture_output=True, check=False).returncode == 0:
            return python
    packages = ", ".join(f"python3-{module}" for module in modules)
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: no Python here can import {', '.join(modules)}; install {packages}")


def verdict(reached, bar):
    """How a figure stands to its bar, to be printed behind it."""
    return f"(bar {bar}: {'reached' if reached else 'missed'})"
