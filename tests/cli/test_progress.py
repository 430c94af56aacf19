"""Progress on standard error, only where that is a terminal."""

import json
import os
import pty
import re
import signal
import subprocess
import time
import unittest

from program import BAD_INPUT, INTERRUPTED, PATIENCE, PROGRAM, SHORT, ProgramTest

ENDLESS = [PROGRAM, "run", "logistic", "--steps", "1e12"]


class Terminal:
    """A pseudo-terminal: `inner` for the program, `read` for what it showed."""

    def __enter__(self):
        self.outer, self.inner = pty.openpty()
        return self

    def __exit__(self, *exception):
        os.close(self.outer)

    def close_inner(self):
        os.close(self.inner)

    def read(self):
        """All that was shown, once every program has closed the terminal."""
        shown = b""
        while True:
            try:
                piece = os.read(self.outer, 65536)
            except OSError:  # how Linux says that nobody holds the other end
                return shown.decode()
            if not piece:
                return shown.decode()
            shown += piece


class Progress(ProgramTest):
    def interrupted_run(self, seconds):
        """What an interrupted run printed, and what the terminal on its standard error showed."""
        with Terminal() as terminal:
            command = [*ENDLESS, "--format", "json"]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal.inner) as process:
                terminal.close_inner()
                time.sleep(seconds)
                process.send_signal(signal.SIGINT)
                output, _ = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, INTERRUPTED)
            return output, terminal.read()

    def test_says_percent_rate_and_time_left_and_is_erased(self):
        output, shown = self.interrupted_run(1.5)
        self.assertEqual(json.loads(output)["status"], "interrupted")
        frames = re.findall(r"\r(logistic  \d+ %  [0-9.e+]+ steps/s  [^\r]+ left) *(?=\r)", shown)
        self.assertGreaterEqual(len(frames), 3, shown)
        before, _, after = shown.rpartition(frames[-1])
        self.assertRegex(after, r"\A *\r {%d,}\rpolarize: logistic: interrupted [^\n]+\r\n\Z" % len(frames[-1]))

    def test_short_runs_show_nothing(self):
        with Terminal() as terminal:
            with subprocess.Popen([PROGRAM, *SHORT], stdout=subprocess.DEVNULL, stderr=terminal.inner) as process:
                terminal.close_inner()
                self.assertEqual(process.wait(PATIENCE), 0)
            self.assertEqual(terminal.read(), "")

    def test_nothing_where_standard_error_is_no_terminal(self):
        with subprocess.Popen(ENDLESS, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(1.2)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE)
        self.assert_one_line(errors, "interrupted")


class OnATerminal(ProgramTest):
    def shown(self, *arguments):
        """The exit code and what a run with its standard output on a terminal showed there."""
        with Terminal() as terminal:
            command = [PROGRAM, *arguments]
            with subprocess.Popen(command, stdout=terminal.inner, stderr=subprocess.PIPE, text=True) as process:
                terminal.close_inner()
                text = terminal.read()
                _, errors = process.communicate(timeout=PATIENCE)
            return process.returncode, text.replace("\r\n", "\n"), errors

    def test_table_is_the_same_text(self):
        def without_timing(text):
            return [line for line in text.splitlines() if not line.startswith("finished after")]

        code, text, errors = self.shown(*SHORT)
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual(without_timing(text), without_timing(self.succeed(*SHORT)))

    def test_binary_format_is_refused(self):
        code, text, errors = self.shown(*SHORT, "--format", "npz")
        self.assertEqual((code, text), (BAD_INPUT, ""))
        self.assert_one_line(errors, "--format", '"npz"', "--out")


if __name__ == "__main__":
    unittest.main()
