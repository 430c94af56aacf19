"""polarize ensemble: many flows at once."""

import json
import math
import os
import signal
import unittest

from program import (
    DIVERGED,
    FAILED,
    INTERRUPTED,
    PATIENCE,
    PROGRAM,
    ProgramTest,
    children_seconds,
    environment,
    polarize,
    processor_seconds,
    start,
    wait_until_computing,
)

STOP_SECONDS = float(os.environ.get("POLARIZE_STOP_SECONDS", "0.1"))
SHORT = ["ensemble", "logistic", "--count", "100", "--steps", "300"]
ENDLESS = [PROGRAM, "ensemble", "logistic", "--count", "1000", "--steps", "1e12"]


class Ensemble(ProgramTest):
    def record(self, *arguments, **options):
        return json.loads(self.succeed("ensemble", *arguments, "--format", "json", **options))

    def test_json_has_its_fields(self):
        record = self.record("logistic", "--count", "100", "--steps", "1000", "--set", "V_scale=1", "--seed", "7")
        self.assertEqual(
            list(record),
            ["experiment", "status", "params", "count", "finished", "diverged", "stuck", "seed", "winners", "entropy", "time_to_polarise",
             "bands", "flow_steps", "flow_steps_per_s", "wall_s", "threads", "isa", "version"])  # fmt: skip
        self.assertEqual((record["experiment"], record["status"]), ("logistic", "finished"))
        self.assertEqual((record["count"], record["finished"], record["diverged"], record["seed"]), (100, 100, 0, 7))
        self.assertEqual(record["params"]["samples"], 100)
        for order in ["by_u_rank", "by_a_rank", "by_index"]:
            self.assertEqual(len(record["winners"][order]), 8)
            self.assertEqual(sum(record["winners"][order]), 100)
        self.assertEqual(record["winners"]["by_u_rank"][0], 100)
        self.assertEqual(record["winners"]["tied"], 0)
        entropy = record["entropy"]
        self.assertEqual(list(entropy["quantiles"]), ["0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99"])
        self.assertEqual(sum(entropy["histogram"]["counts"]), 100)
        self.assertAlmostEqual(entropy["histogram"]["high"], math.log(8))
        quantiles = [entropy["min"], *entropy["quantiles"].values(), entropy["max"]]
        self.assertEqual(quantiles, sorted(quantiles))
        polarise = record["time_to_polarise"]
        self.assertEqual((polarise["unit"], polarise["threshold"], polarise["polarised"] > 0), ("updates", 0.5, True))
        bands = record["bands"]
        self.assertEqual((bands["time"][0], bands["time"][-1]), (0, 1000))
        self.assertEqual(bands["flows"], [100] * len(bands["time"]))
        self.assertEqual(bands["entropy_normalised"]["0.5"][0], 1)
        for band in [bands["max_alpha"], bands["entropy_normalised"]]:
            for low, median, high in zip(band["0.05"], band["0.5"], band["0.95"], strict=True):
                self.assertTrue(0 <= low <= median <= high <= 1)
        self.assertEqual(record["flow_steps"], 100 * 1000)
        self.assertGreater(record["flow_steps_per_s"], 0)

    def test_equal_weights_are_nobodys_win(self):
        record = self.record("logistic", "--count", "8", "--steps", "50", "--set", "V_scale=0")
        self.assertEqual(record["winners"]["tied"], 8)
        self.assertEqual(sum(record["winners"]["by_index"]), 0)

    def test_flows_do_not_depend_on_threads_or_instruction_set(self):
        def numbers(*arguments, **options):
            record = self.record(*SHORT[1:], *arguments, **options)
            for name in ["flow_steps_per_s", "wall_s", "threads", "isa"]:
                del record[name]
            return record

        expected = numbers("--threads", "1")
        self.assertEqual(numbers("--threads", "4"), expected)
        self.assertEqual(numbers("--threads", "2", env=environment(POLARIZE_ISA="scalar")), expected)

    def test_any_experiment_has_ensembles(self):
        for arguments in [["normalisers-square", "--set", "map=l2"], ["tied"], ["conditioning", "--set", "kappa=50"], ["kl"],
                          ["custom", "--set", "loss=logistic_data"]]:  # fmt: skip
            record = self.record(*arguments, "--count", "3", "--steps", "50")
            self.assertEqual(record["finished"], 3, arguments)

    def test_flows_in_tau(self):
        record = self.record("logistic", "--count", "20", "--set", "dynamics=flow", "--until", "tau=100")
        self.assertEqual(record["time_to_polarise"]["unit"], "tau")
        self.assertEqual(record["time_to_polarise"]["polarised"], 20)
        self.assertLess(record["entropy"]["max"], 0.01)

    def test_flows_can_end_when_polarised(self):
        whole = self.record("logistic", "--count", "50", "--steps", "20000")
        early = self.record("logistic", "--count", "50", "--steps", "20000", "--until-polarised", "--threshold", "0.5")
        self.assertLess(early["flow_steps"], whole["flow_steps"])
        self.assertEqual(early["time_to_polarise"]["mean"], whole["time_to_polarise"]["mean"])
        self.assertGreater(early["entropy"]["mean"], whole["entropy"]["mean"])

    def test_the_table_is_for_people(self):
        table = self.succeed(*SHORT)
        self.assertIn("finished: 100 of 100 flows", table)
        self.assertIn("rank of u(0)", table)
        self.assertIn("polarised at (updates)", table)
        self.assertLess(max(map(len, table.splitlines())), 130)

    def test_a_file_holds_the_result(self):
        result = polarize(*SHORT, "--format", "json", "--out", self.folder)
        path = self.folder / "logistic-ensemble.json"
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", f"{path}\n"))
        self.assertEqual(json.loads(path.read_text())["finished"], 100)
        polarize(*SHORT, "--out", self.folder)
        self.assertIn("100 of 100", (self.folder / "logistic-ensemble.txt").read_text())

    def test_bad_input_is_refused(self):
        for arguments, parts in [
            (["logistik"], ["logistik", "logistic"]),
            (["logistic", "--count", "0"], ["--count", '"0"', "1 to 4294967296"]),
            (["logistic", "--count", "1.5"], ["--count", '"1.5"']),
            (["logistic", "--count", "many"], ["--count", '"many"']),
            (["logistic", "--count", "1e18"], ["--count", "4294967296"]),
            (["logistic", "--count", "4294967296"], ["count", "memory"]),
            (["logistic", "--count", "3", "--count", "4"], ["--count", "second"]),
            (["logistic", "--threshold", "0"], ["--threshold", '"0"', "above 0, up to 1"]),
            (["logistic", "--threshold", "-1e-9"], ["--threshold", '"-1e-9"', "above 0, up to 1"]),
            (["logistic", "--threshold", "1.5"], ["--threshold", '"1.5"', "above 0, up to 1"]),
            (["logistic", "--threshold", "x"], ["--threshold", '"x"']),
            (["logistic", "--threads", "0"], ["--threads", '"0"']),
            (["logistic", "--threads", "x"], ["--threads", '"x"']),
            (["logistic", "--format", "csv"], ["--format", "json"]),
            (["logistic", "--set", "lr=0"], ["lr", "0"]),
            (["logistic", "--seed", "-1"], ["seed", "-1"]),
            (["logistic", "--until", "tau=3"], ["until", "dynamics=flow"]),
            (["kl", "--set", "dynamics=flow", "--until", "tau=3"], ["until", "tau"]),
            (["logistic", "--init", "x.npz"], ["--init"]),
            ([], ["ID"]),
        ]:
            self.refuse(["ensemble", *arguments, "--out", self.folder / "deep"], *parts)
            self.assert_empty_folder()

    def test_an_unwritable_folder_is_refused_at_once(self):
        blocked = self.folder / "file"
        blocked.write_text("")
        self.refuse([*ENDLESS[1:], "--out", blocked], "--out", "file")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk_is_told(self):
        with open("/dev/full", "w") as full:
            result = polarize(*SHORT, stdout=full)
        self.assertEqual(result.returncode, FAILED)
        self.assert_one_line(result.stderr, "standard output")

    def test_diverged_flows_are_told(self):
        arguments = ["ensemble", "normalisers-square", "--count", "3", "--set", "lr=1e5", "--format", "json"]
        result = polarize(*arguments)
        self.assertEqual(result.returncode, DIVERGED)
        self.assert_one_line(result.stderr, "every flow diverged")
        record = json.loads(result.stdout)
        self.assertEqual((record["diverged"], "mean" in record["entropy"]), (3, False))

    def test_stuck_flows_are_told(self):
        arguments = ["ensemble", "custom", "--count", "3", "--set", "map=sum", "--set", "dynamics=flow", "--set", "tol=1e-4",
                     "--until", "tau=1000"]  # fmt: skip
        result = polarize(*arguments, "--format", "json")
        self.assertEqual(result.returncode, DIVERGED)
        self.assert_one_line(result.stderr, "every flow diverged or got stuck")
        record = json.loads(result.stdout)
        self.assertEqual((record["stuck"], record["diverged"], record["finished"]), (3, 0, 3))
        self.assertIn("3 of them stuck", polarize(*arguments).stdout)

    def stop(self, command, number=signal.SIGINT):
        """Sends the signal once `command` computes; returns code, output, errors and the processor time taken to stop."""
        before = children_seconds()
        with start(command) as process:
            wait_until_computing(process, seconds=1)
            worked = processor_seconds(process.pid)
            process.send_signal(number)
            output, errors = process.communicate(timeout=PATIENCE)
        return process.returncode, output, errors, children_seconds() - before - worked

    def test_a_signal_stops_it_and_what_was_computed_is_written(self):
        command = [PROGRAM, "ensemble", "logistic", "--count", "1e7", "--steps", "3000", "--format", "json"]
        for number in [signal.SIGINT, signal.SIGTERM]:
            code, output, errors, _ = self.stop(command, number)
            self.assertEqual(code, INTERRUPTED)
            record = json.loads(output)
            self.assertEqual(record["status"], "interrupted")
            self.assertEqual(sum(record["winners"]["by_index"]), record["finished"])
            self.assert_one_line(errors, "interrupted", f"{record['finished']} of 10000000 flows")

    def test_stops_within_a_tenth_of_a_second(self):
        """In processor time, since other programs may hold the processor."""
        for more in [[], ["--set", "k=512", "--set", "d=512"], ["--set", "map=l2"]]:
            seconds = self.stop([*ENDLESS, "--threads", "1", *more])[3]
            self.assertLess(seconds, STOP_SECONDS, more)


if __name__ == "__main__":
    unittest.main()
