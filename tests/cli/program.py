"""Runs the command line under test and checks what every one of its runs must keep to."""

import json
import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.environ["POLARIZE_PROGRAM"]
# A shell starts its background jobs with this one ignored, and so would be what they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

PATIENCE = 120  # seconds until a test gives up on a run

EMULATED = "POLARIZE_EMULATED" in os.environ  # whether the program is another machine's, run by an emulator
SLOWNESS = 10 if EMULATED else 1  # how much longer the program then takes to get as far

# An emulator catches every signal itself, so that nothing outside shows which ones the program catches.
shows_its_handlers = unittest.skipIf(EMULATED, "the emulator's signal handlers hide the program's")

FINISHED, FAILED, BAD_INPUT, DIVERGED, INTERRUPTED = 0, 1, 2, 3, 130

# A run of a few milliseconds.
SHORT = ["run", "logistic", "--steps", "50"]


def polarize(*arguments, text=True, **options):
    """Runs the program and returns the completed process with its output."""
    options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([PROGRAM, *map(str, arguments)], text=text, timeout=PATIENCE, check=False, **options)


def start(command, **options):
    """Starts `command` and returns the process; its output and its errors go into pipes unless told otherwise."""
    for stream in ["stdout", "stderr"]:
        options.setdefault(stream, subprocess.PIPE)
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True, **options)


def processor_seconds(pid):
    """Processor time that the running process `pid` has used, as Linux counts it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children_seconds():
    """Processor time of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def wait_until_computing(process, seconds=0.3):
    """Returns when the process has worked for `seconds` (longer in an emulator): far beyond its start, however busy the machine is."""
    while processor_seconds(process.pid) < seconds * SLOWNESS:
        if process.poll() is not None:
            raise AssertionError(f"the program ended instead of computing: {process.stderr and process.stderr.read()}")
        time.sleep(0.01)


def catches(pid, number):
    """Whether the process `pid` has a handler of its own for the signal `number`."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("SigCgt:"):
            return bool(int(line.split()[1], 16) >> (number - 1) & 1)
    return False  # it has ended


def wait_until_listening(process, number=signal.SIGINT):
    """Returns when the process heeds signals: within the first instructions of its own."""
    while process.poll() is None and not catches(process.pid, number):
        pass


def wait_until_working(process):
    """Returns when the process has prepared its work and begins it: it is ready for the alarm that ends its writing."""
    while process.poll() is None and not catches(process.pid, signal.SIGALRM):
        time.sleep(0.001)


def environment(**changes):
    """This process's environment with `changes`."""
    return {**os.environ, **changes}


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own, self.folder, and the checks that several tests share."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def succeed(self, *arguments, **options):
        """Runs the program, which must finish and say nothing on standard error; returns its output."""
        result = polarize(*arguments, **options)
        self.assertEqual((result.returncode, result.stderr), (FINISHED, result.stderr[:0]), arguments)
        return result.stdout

    def experiments(self):
        """What `list --json` says of every experiment."""
        return json.loads(self.succeed("list", "--json"))

    def flows(self):
        """Of every experiment that is no training of an attention model."""
        return [row for row in self.experiments() if row["model"] != "attention"]

    def run_json(self, *arguments, **options):
        """The object that a run prints as JSON."""
        return json.loads(self.succeed("run", *arguments, "--format", "json", **options))

    def assert_one_line(self, text, *parts):
        """`text` is one line from the program that holds every one of `parts`."""
        self.assertRegex(text, r"\Apolarize: [^\n]+\n\Z")
        for part in parts:
            self.assertIn(part, text)

    def refuse(self, arguments, *parts, code=BAD_INPUT, **options):
        """The program must end with `code`, print nothing and explain itself in one line that holds `parts`."""
        result = polarize(*arguments, **options)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertFalse(result.stdout)
        self.assert_one_line(result.stderr, *parts)
        return result.stderr

    def assert_empty_folder(self):
        """No file was left in self.folder."""
        self.assertEqual(sorted(self.folder.rglob("*")), [])
