"""SIGINT, SIGTERM and SIGHUP: the program ends at once, whatever it is doing, and what was computed is written."""

import csv
import json
import os
import re
import signal
import time
import unittest

from program import (
    INTERRUPTED,
    PATIENCE,
    PROGRAM,
    ProgramTest,
    catches,
    children_seconds,
    processor_seconds,
    shows_its_handlers,
    start,
    wait_until_computing,
    wait_until_listening,
    wait_until_working,
)

STOP_SECONDS = float(os.environ.get("POLARIZE_STOP_SECONDS", "0.1"))

STOP_SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
SAME_WISH_SECONDS = 0.3  # signals nearer to each other than this count as one
ENDLESS = [PROGRAM, "run", "logistic", "--steps", "1e12"]


class Interrupt(ProgramTest):
    def stop(self, command, number=signal.SIGINT):
        """Starts `command`, sends the signal once it computes, and returns its code, output and error text."""
        with start(command) as process:
            wait_until_computing(process)
            process.send_signal(number)
            output, errors = process.communicate(timeout=PATIENCE)
            return process.returncode, output, errors

    def test_what_was_computed_is_written_and_marked(self):
        for number in STOP_SIGNALS:
            code, output, errors = self.stop([*ENDLESS, "--format", "json"], number)
            self.assertEqual(code, INTERRUPTED)
            record = json.loads(output)
            self.assertEqual(record["status"], "interrupted")
            self.assertGreater(record["steps"], 0)
            self.assertLessEqual(record["history"]["step"][-1], record["steps"])
            self.assertEqual(len(record["history"]["alpha"]), len(record["history"]["step"]))
            self.assert_one_line(errors, "interrupted", str(record["steps"]))

    def test_stops_at_once(self):
        """Measured in processor time, since other programs may hold the processor; in real time only roughly."""
        flow = ["--set", "dynamics=flow", "--set", "until=tau", "--set", "horizon=1e7", "--set", "tol=1e-14"]
        for command in [ENDLESS, [*ENDLESS, "--set", "k=1024", "--set", "d=1024"], [PROGRAM, "run", "logistic", *flow]]:
            before = children_seconds()
            with start(command) as process:
                wait_until_computing(process, seconds=0.5)
                sent, worked = time.monotonic(), processor_seconds(process.pid)
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=PATIENCE)
            self.assertLess(children_seconds() - before - worked, STOP_SECONDS, command)
            self.assertLess(time.monotonic() - sent, 50 * STOP_SECONDS, command)

    @shows_its_handlers
    def test_training_stops_at_once(self):
        """In an evaluation, in an update and between them."""
        for sizes in [
            ["evaluation_sequences=1000000", "d=16", "heads=2"],
            ["distinct=400", "vocabulary=500"],
            ["d=1024", "layers=2", "heads=8", "evaluation_sequences=1"],
        ]:
            settings = [word for size in sizes for word in ("--set", size)]
            before = children_seconds()
            with start([PROGRAM, "run", "induction", *settings, "--format", "json"]) as process:
                wait_until_working(process)
                begun = processor_seconds(process.pid)
                wait_until_computing(process, seconds=begun + 0.3)
                worked = processor_seconds(process.pid)
                process.send_signal(signal.SIGINT)
                output, errors = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, INTERRUPTED, (sizes, errors))
            self.assertEqual(json.loads(output)["status"], "interrupted")
            self.assertNotIn("NaN", output)
            self.assertLess(children_seconds() - before - worked, 3 * STOP_SECONDS, sizes)

    def test_the_state_is_that_of_a_run_of_as_many_steps(self):
        _, output, _ = self.stop([*ENDLESS, "--format", "json"])
        record = json.loads(output)
        again = self.run_json("logistic", "--steps", str(record["steps"]))
        self.assertEqual((again["alpha"], again["loss"]), (record["alpha"], record["loss"]))

    def test_a_file_is_written_too(self):
        code, output, errors = self.stop([*ENDLESS, "--format", "csv", "--out", str(self.folder)])
        self.assertEqual((code, output), (INTERRUPTED, ""))
        path = self.folder / "logistic.csv"
        lines = errors.splitlines()
        self.assertEqual(lines[0], str(path))
        with path.open() as file:
            steps = [int(row["step"]) for row in csv.DictReader(file)]
        self.assertGreater(len(steps), 10)
        self.assertLessEqual(steps[-1], int(re.search(r"interrupted after (\d+) of", lines[1]).group(1)))
        self.assertEqual([entry.name for entry in self.folder.iterdir()], ["logistic.csv"])

    def test_a_second_signal_ends_at_once_and_leaves_no_file(self):
        """The first signal ends the run; the second meets the program while it writes to a reader who does not read."""
        command = [*ENDLESS, "--samples", "20000", "--format", "json"]
        with start(command) as process:
            wait_until_computing(process)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.stdout.read(1), "{")
            self.assertIsNone(process.poll())
            time.sleep(SAME_WISH_SECONDS)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(PATIENCE), INTERRUPTED)

    def test_both_signals_at_once_are_one_wish_whatever_thread_hears_them(self):
        ensemble = [PROGRAM, "ensemble", "logistic", "--count", "10000000", "--steps", "1000", "--threads", "8", "--format", "json"]
        for _ in range(5):
            with start(ensemble) as process:
                wait_until_computing(process)
                process.send_signal(signal.SIGINT)
                process.send_signal(signal.SIGTERM)
                output, errors = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, INTERRUPTED)
            self.assertGreater(json.loads(output)["finished"], 0)
            self.assert_one_line(errors, "interrupted")

    def test_one_wish_sent_twice_is_one(self):
        """A program and its group may both be sent the signal of one Ctrl-C."""
        for _ in range(5):
            with start([*ENDLESS, "--format", "json"]) as process:
                wait_until_computing(process)
                process.send_signal(signal.SIGINT)
                process.send_signal(signal.SIGTERM)
                output, _errors = process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, INTERRUPTED)
                self.assertEqual(json.loads(output)["status"], "interrupted")

    @shows_its_handlers
    def test_a_signal_at_the_very_beginning(self):
        """From its first instruction on the program heeds signals; nothing is written, and no file is left."""
        for number in STOP_SIGNALS:
            with start([*ENDLESS, "--format", "json", "--out", str(self.folder)]) as process:
                wait_until_listening(process, number)
                process.send_signal(number)
                output, errors = process.communicate(timeout=PATIENCE)
            self.assertEqual((process.returncode, output), (INTERRUPTED, ""))
            self.assert_one_line(errors.splitlines(keepends=True)[-1], "interrupted")

    @shows_its_handlers
    def test_a_signal_before_the_first_update(self):
        """However early the signal comes, the program says so and a file, when there is one, is whole."""
        path = self.folder / "logistic.json"
        for after in [0.0, 0.002, 0.005, 0.01, 0.02, 0.04]:
            with start([*ENDLESS, "--format", "json", "--out", str(self.folder)]) as process:
                wait_until_listening(process, signal.SIGTERM)
                time.sleep(after)
                process.send_signal(signal.SIGTERM)
                _, errors = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, INTERRUPTED)
            self.assertIn("interrupted", errors)
            if "before the work began" not in errors:
                self.assertEqual(json.loads(path.read_text())["status"], "interrupted")
                path.unlink()
            self.assert_empty_folder()

    @shows_its_handlers
    def test_preparations_stop_at_once(self):
        """Drawing arrays, finding singular values, building data sets and first models."""
        for arguments in [
            ["run", "conditioning", "--set", "n=1500", "--set", "d=1500", "--steps", "1"],
            ["run", "induction", "--set", "distinct=400", "--set", "vocabulary=500", "--set", "sequences=1000000"],
            ["ensemble", "conditioning", "--set", "n=1500", "--set", "d=1500", "--count", "10"],
            ["verify", "conditioning", "--set", "n=1500", "--set", "d=1500"],
        ]:
            for seconds in [0.02, 0.5]:
                before = children_seconds()
                with start([PROGRAM, *arguments]) as process:
                    wait_until_computing(process, seconds)
                    self.assertFalse(catches(process.pid, signal.SIGALRM), arguments)
                    worked = processor_seconds(process.pid)
                    process.send_signal(signal.SIGINT)
                    output, errors = process.communicate(timeout=PATIENCE)
                self.assertEqual((process.returncode, output), (INTERRUPTED, ""), arguments)
                self.assert_one_line(errors, "interrupted before the work began")
                self.assertLess(children_seconds() - before - worked, STOP_SECONDS, arguments)

    @shows_its_handlers
    def test_a_run_that_hears_nothing_of_hang_ups_goes_on(self):
        """As nohup starts it."""
        with start([*ENDLESS, "--format", "json"], preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as process:
            wait_until_working(process)
            self.assertFalse(catches(process.pid, signal.SIGHUP))
            process.send_signal(signal.SIGHUP)
            wait_until_computing(process)
            self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
            self.assertEqual(json.loads(process.communicate(timeout=PATIENCE)[0])["status"], "interrupted")

    def test_a_result_that_nobody_reads_is_given_up(self):
        """A signal that meets the program when the run is finished and its result does not fit the pipe."""
        with start([PROGRAM, "run", "logistic", "--steps", "100000", "--samples", "20000", "--format", "json"]) as process:
            self.assertEqual(process.stdout.read(1), "{")
            self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(PATIENCE), INTERRUPTED)
            self.assert_one_line(process.stderr.read(), "interrupted while its result was being written")


if __name__ == "__main__":
    unittest.main()
