"""Runs the command line under test and checks what every one of its runs must keep to."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["POLARIZE_PROGRAM"]
PATIENCE = 120  # seconds until a test gives up on a run

FINISHED, FAILED, BAD_INPUT, DIVERGED, INTERRUPTED = 0, 1, 2, 3, 130

# A run of a few milliseconds.
SHORT = ["run", "logistic", "--steps", "50"]


def polarize(*arguments, text=True, **options):
    """Runs the program and returns the completed process with its output."""
    options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([PROGRAM, *map(str, arguments)], text=text, timeout=PATIENCE, check=False, **options)


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
