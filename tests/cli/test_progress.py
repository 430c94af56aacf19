"""Progress on standard error, only where that is a terminal."""

import json
import os
import pty
import re
import signal
import unittest

from program import BAD_INPUT, INTERRUPTED, PATIENCE, PROGRAM, SHORT, ProgramTest, start, wait_until_computing

ENDLESS = [PROGRAM, "run", "logistic", "--steps", "1e12"]


class Terminal:
    """A pseudo-terminal for a program; `shown` is what it has shown so far."""

    def __enter__(self):
        self.outer, self.inner = pty.openpty()
        self.shown = ""
        return self

    def __exit__(self, *exception):
        os.close(self.outer)

    def start(self, command, **options):
        """Starts `command` and leaves the terminal to it alone."""
        process = start(command, **options)
        os.close(self.inner)
        return process

    def read(self):
        """Reads what has come; False when every program has closed the terminal."""
        try:
            piece = os.read(self.outer, 65536)
        except OSError:  # how Linux says that nobody holds the other end
            return False
        self.shown += piece.decode()
        return bool(piece)

    def read_all(self):
        while self.read():
            pass
        return self.shown


class Progress(ProgramTest):
    FRAME = r"\r(logistic  \d+ %  [0-9.e+]+ steps/s  [^\r]+ left) *(?=\r)"

    def test_says_percent_rate_and_time_left_and_is_erased(self):
        with Terminal() as terminal:
            with terminal.start([*ENDLESS, "--format", "json"], stderr=terminal.inner) as process:
                while len(re.findall(self.FRAME, terminal.shown)) < 3:
                    self.assertTrue(terminal.read())
                process.send_signal(signal.SIGINT)
                output, _ = process.communicate(timeout=PATIENCE)
            shown = terminal.read_all()
        self.assertEqual((process.returncode, json.loads(output)["status"]), (INTERRUPTED, "interrupted"))
        last = re.findall(self.FRAME, shown)[-1]
        after = shown.rpartition(last)[2]
        self.assertRegex(after, r"\A *\r {%d,}\rpolarize: logistic: interrupted [^\n]+\r\n\Z" % len(last))

    def test_short_runs_show_nothing(self):
        with Terminal() as terminal:
            with terminal.start([PROGRAM, "version"], stderr=terminal.inner) as process:
                self.assertEqual(process.wait(PATIENCE), 0)
            self.assertEqual(terminal.read_all(), "")

    def test_nothing_where_standard_error_is_no_terminal(self):
        with start(ENDLESS) as process:
            wait_until_computing(process, seconds=1)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE)
        self.assert_one_line(errors, "interrupted")


class OnATerminal(ProgramTest):
    def shown(self, *arguments):
        """The exit code and what a run with its standard output on a terminal showed there."""
        with Terminal() as terminal:
            with terminal.start([PROGRAM, *arguments], stdout=terminal.inner) as process:
                text = terminal.read_all()
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
