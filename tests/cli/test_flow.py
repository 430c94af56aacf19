"""Gradient flow from the command line: --until, --tol, --threads, and what its outputs say of the clock."""

import json
import math
import unittest

from program import ProgramTest, polarize

FLOW = ["run", "logistic", "--set", "dynamics=flow"]
CLOCK = {"tau", "log_t", "rhs_evals", "accepted", "rejected"}


class Until(ProgramTest):
    def run_flow(self, *arguments):
        return json.loads(self.succeed(*FLOW, *arguments, "--format", "json"))

    def test_sets_what_is_counted_and_how_far(self):
        for text, until, horizon in [("t=1e6", "t", 1e6), ("log10t=300", "log10t", 300), ("tau=600", "tau", 600)]:
            result = self.run_flow("--until", text)
            self.assertEqual(result["params"]["until"], until)
            self.assertEqual(result["params"]["horizon"], horizon)
            self.assertEqual(result["status"], "finished")

    def test_reaches_the_time_that_was_asked_for(self):
        self.assertAlmostEqual(self.run_flow("--until", "t=1e6")["time"] / 1e6, 1, 11)
        far = self.run_flow("--until", "log10t=300")
        self.assertAlmostEqual(far["log_t"], 300 * math.log(10), 6)
        self.assertEqual(self.run_flow("--until", "tau=600")["tau"], 600)

    def test_ends_at_that_time_however_fast_the_margin_makes_the_clock_run(self):
        for scale in ["200", "1e3", "1e6"]:
            result = self.run_flow("--until", "t=10", "--set", f"V_scale={scale}", "--seed", "1")
            self.assertAlmostEqual(result["time"], 10, 12)
            self.assertEqual(result["status"], "finished")

    def test_is_the_same_as_setting_both(self):
        short = self.run_flow("--until", "tau=50")
        both = self.run_flow("--set", "until=tau", "--set", "horizon=50")
        self.assertEqual(short["alpha"], both["alpha"])

    def test_bad_values(self):
        self.refuse([*FLOW, "--until", "600"], "--until", '"600"', "t=1e12")
        self.refuse([*FLOW, "--until", "taus=600"], "until", '"taus"', 'did you mean "tau"?')
        self.refuse([*FLOW, "--until", "tau=far"], "horizon", '"far"')
        self.refuse([*FLOW, "--until", "tau=1e8"], "horizon", "100000000", "tau")
        self.refuse([*FLOW, "--until", "t=-1"], "horizon", "-1")
        self.refuse([*FLOW, "--until", "t=1", "--until", "tau=1"], "until", '"tau"', "once")
        self.refuse([*FLOW, "--until", "t=1", "--set", "horizon=2"], "horizon", '"2"', "once")
        self.refuse(["run", "kl", "--set", "dynamics=flow", "--until", "tau=5"], "until", "tau")

    def test_needs_a_flow(self):
        self.refuse(["run", "logistic", "--until", "t=5"], "until", '"t"', "dynamics=flow")
        self.refuse(["run", "logistic", "--tol", "1e-6"], "tol", '"1e-6"', "dynamics=flow")
        self.refuse(["run", "logistic", "--set", "dynamics=descent", "--tol", "1e-6"], "tol", "dynamics=flow")
        self.refuse(["run", "logistic", "--set", "horizon=5"], "horizon", '"5"', "dynamics=flow")


class WithoutEffect(ProgramTest):
    def test_what_descent_alone_has_is_refused_in_a_flow(self):
        for name, value in [("lr", "0.2"), ("optimiser", "adam"), ("momentum", "0.5"), ("weight_decay", "1"),
                            ("noise", "1"), ("steps", "10")]:  # fmt: skip
            self.refuse([*FLOW, "--set", f"{name}={value}"], name, f'"{value}"', "dynamics=descent")
        self.refuse([*FLOW, "--steps", "10"], "steps", '"10"', "dynamics=descent")

    def test_data_rows_need_a_loss_that_reads_data(self):
        custom = ["custom", "--set", "n=50", "--set"]
        commands = [["run"], ["verify"], ["ensemble", "--count", "2"],
                    ["map", "--x", "k=2:3:2", "--y", "d=2:3:2", "--count", "1", "--out", "map.npz"]]  # fmt: skip
        for command, *options in commands:
            with self.subTest(command):
                self.refuse([command, *custom, "loss=square", *options], "n", '"50"', "loss=regression or logistic_data")
        self.succeed("run", *custom, "loss=regression", "--steps", "3")
        self.succeed("ensemble", *custom, "loss=logistic_data", "--set", "steps=3", "--count", "2")

    def test_momentum_needs_an_optimiser_that_has_it(self):
        run = ["run", "logistic", "--steps", "3", "--set", "momentum=0.5"]
        self.refuse(run, "momentum", '"0.5"', "optimiser=momentum or adam")
        self.succeed(*run, "--set", "optimiser=adam")

    def test_temperature_is_that_of_softmax(self):
        run = ["run", "logistic", "--steps", "3", "--set", "temperature=0.5"]
        self.refuse([*run, "--set", "map=l2"], "temperature", '"0.5"', "map=softmax")
        self.succeed(*run)

    def test_ensembles_and_maps_refuse_it_too(self):
        self.refuse(["ensemble", "logistic", "--set", "dynamics=flow", "--set", "noise=1"], "noise", '"1"')
        map = ["map", "logistic", "--out", self.folder / "map.npz", "--x", "k=2:3:2", "--y"]
        self.refuse([*map, "horizon=1:5:2"], "horizon", '"horizon=1:5:2"', "dynamics=flow")
        self.refuse([*map, "lr=1:5:2", "--set", "dynamics=flow"], "lr", '"lr=1:5:2"', "dynamics=descent")


class Tolerance(ProgramTest):
    def test_tighter_is_more_work(self):
        def work(tol):
            return json.loads(self.succeed(*FLOW, "--tol", tol, "--format", "json"))["rhs_evals"]

        self.assertGreater(work("1e-12"), work("1e-5"))

    def test_bad_values(self):
        self.refuse([*FLOW, "--tol", "0"], "tol", "0", "1e-14 to 0.1")
        self.refuse([*FLOW, "--tol", "small"], "tol", '"small"')


class Threads(ProgramTest):
    def test_whole_numbers_from_1_to_256(self):
        for text in ["1", "2", "256"]:
            self.succeed(*FLOW, "--threads", text)
        for text in ["0", "257", "-1", "many", "1.5", "", "2x"]:
            self.refuse([*FLOW, "--threads", text], "--threads", f'"{text}"', "1 to 256")
        self.refuse([*FLOW, "--threads", "1", "--threads", "2"], "--threads", '"2"', "once")

    def test_change_nothing_of_a_single_run(self):
        def alpha(threads):
            return json.loads(self.succeed(*FLOW, "--threads", threads, "--format", "json"))["alpha"]

        self.assertEqual(alpha("1"), alpha("8"))


class Outputs(ProgramTest):
    def test_json_has_the_clock_of_a_flow_only(self):
        result = json.loads(self.succeed(*FLOW, "--format", "json"))
        self.assertLess(CLOCK, set(result))
        self.assertEqual(result["accepted"], result["steps"])
        self.assertGreater(result["rhs_evals"], 10 * result["steps"])
        descent = json.loads(self.succeed("run", "logistic", "--steps", "5", "--format", "json"))
        self.assertEqual(CLOCK & set(descent), set())

    def test_table_tells_the_clock(self):
        text = self.succeed(*FLOW, "--until", "log10t=300")
        self.assertRegex(text, r"t = 1e\+?300|log10 t = 300")
        self.assertIn("tau", text)

    def test_scores_that_reach_the_kink_of_their_map_stay_there(self):
        result = json.loads(
            self.succeed("run", "normalisers-logistic", "--set", "dynamics=flow", "--set", "map=l1", "--format", "json")
        )
        self.assertEqual(result["status"], "finished")
        self.assertIn(0, result["a"])


if __name__ == "__main__":
    unittest.main()
