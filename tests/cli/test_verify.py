"""verify: the theory's claims, their results as JSON and as a table, and what the exit code says."""

import json
import signal
import unittest

from program import (
    BAD_INPUT,
    FINISHED,
    INTERRUPTED,
    PATIENCE,
    PROGRAM,
    ProgramTest,
    children_seconds,
    polarize,
    start,
    wait_until_computing,
)

CLAIM_FAILED = 1
UNCHECKED = 4
BRIEF = ["--set", "steps=2000"]
NAMES = {"claim", "id", "experiment", "run", "relation", "predicted", "measured", "tolerance", "pass"}
# A start in the order of the theorem whose order large steps break.
COARSE = ["verify", "custom", "--set", "k=4", "--seed", "12", "--set", "V_scale=1", "--set", "lr=50", *BRIEF]


class Json(ProgramTest):
    def results(self, *arguments, code=FINISHED):
        result = polarize(*arguments, "--format", "json")
        self.assertEqual((result.returncode, result.stderr), (code, ""))
        return json.loads(result.stdout, parse_constant=lambda text: self.fail(f"{text} is not JSON"))

    def test_every_claim_holds_on_every_experiment(self):
        experiments = [row["id"] for row in self.flows()]
        before = children_seconds()
        results = self.results("verify")
        self.assertLess(children_seconds() - before, 60)
        self.assertEqual({result["experiment"] for result in results}, set(experiments))
        self.assertGreater(len(results), 50)
        for result in results:
            self.assertEqual(set(result) - {"note"}, NAMES, result)
            self.assertIs(result["pass"], True, result)
            self.assertTrue(self.agrees(result), result)

    def agrees(self, result):
        """Whether the numbers say what `pass` says."""
        distance = result["measured"] - result["predicted"]
        near = {"=": abs(distance), "<=": distance, ">=": -distance}[result["relation"]]
        return near <= result["tolerance"]

    def test_a_broken_claim_names_its_step_and_the_exit_code_tells(self):
        results = self.results(*COARSE, code=CLAIM_FAILED)
        broken = [result for result in results if not result["pass"]]
        self.assertIn("order", [result["id"] for result in broken])
        for result in broken:
            if result["id"] == "order":
                self.assertEqual(result["broke_at"], {"step": 1})
                self.assertIn("lr=50", result["run"])
            self.assertFalse(self.agrees(result) and "broke_at" not in result)

    def test_claims_about_other_maps_are_left_out(self):
        results = self.results("verify", "conditioning", "--set", "map=l1", *BRIEF, code=UNCHECKED)
        self.assertEqual(results, [])
        results = self.results("verify", "normalisers-logistic", "--set", "map=relu", *BRIEF)
        self.assertEqual([result["id"] for result in results], ["elementwise"])

    def test_maps_beyond_the_paper_have_claims_of_their_own(self):
        def ids(map_name, code=FINISHED):
            results = self.results("verify", "logistic", "--set", "map=" + map_name, *BRIEF, code=code)
            return {result["id"] for result in results}

        self.assertEqual(ids("sparsemax"), {"score-sum", "sparse-one-hot"})
        self.assertEqual(ids("entmax15"), {"score-sum", "sparse-one-hot"})
        self.assertEqual(ids("softmax_plus_one"), {"sink-asymptote", "descent-order"})
        self.assertEqual(ids("softpick", UNCHECKED), set())

    def test_claims_that_do_not_fit_a_start_are_left_out(self):
        cases = {
            ("kl", "--set", "d=1"): {"score-sum"},
            ("logistic", "--set", "train=V", "--set", "dynamics=flow"): {"score-sum", "order", "gaps", "V-only-weights", "V-only-loss"},
            ("logistic", "--set", "V_scale=1e6"): None,
        }
        for arguments, left in cases.items():
            with self.subTest(arguments):
                results = self.results("verify", *arguments)
                self.assertEqual([result for result in results if not result["pass"]], [])
                if left is not None:
                    self.assertEqual({result["id"] for result in results} - {"descent-order"}, left)
        # With every score at 0, relu gives no token any weight: there is nothing that could polarise.
        self.assertEqual(self.results("verify", "custom", "--set", "map=relu", code=UNCHECKED), [])

    def test_the_temperature_scales_the_losers_weights(self):
        results = self.results("verify", "logistic", "--set", "temperature=2", *BRIEF)
        predicted = {result["id"]: result["predicted"] for result in results}
        self.assertEqual(predicted["asymptote"], 2 * 2**2 / 8)

    def test_the_same_arguments_give_the_same_bytes(self):
        arguments = ["verify", "normalisers-square", "--format", "json"]
        self.assertEqual(self.succeed(*arguments), self.succeed(*arguments))

    def test_the_seed_is_that_of_every_run(self):
        results = self.results("verify", "logistic", "--seed", "9", *BRIEF)
        for result in results:
            self.assertIn("seed=9", result["run"])


class Table(ProgramTest):
    def test_ticks_sentences_and_a_count(self):
        text = self.succeed("verify", "normalisers-square", *BRIEF)
        self.assertIn("The sum of the scores a is conserved.", text)
        self.assertEqual(text.count("✗"), 0)
        ticks = text.count("✓")
        self.assertRegex(text, rf"\n{ticks} of {ticks} hold, checked in [0-9.e-]+ s\n\Z")
        self.assertLessEqual(max(map(len, text.splitlines())), 140)

    def test_nothing_to_check_is_said_and_has_an_exit_code_of_its_own(self):
        result = polarize("verify", "logistic", "--set", "map=l1")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (UNCHECKED, "no claim was checked\n", ""))
        self.assertIn(f"{UNCHECKED} no claim applies", self.succeed("verify", "--help"))

    def test_crosses_say_where(self):
        result = polarize(*COARSE)
        self.assertEqual((result.returncode, result.stderr), (CLAIM_FAILED, ""))
        self.assertRegex(result.stdout, r"✗ .*lr=50.* broke at step 1\n")


class BadInput(ProgramTest):
    def test_unknown_names(self):
        self.refuse(["verify", "logistik"], '"logistik"', 'did you mean "logistic"?')
        self.refuse(["verify", ""], '""')
        self.refuse(["verify", "logistic", "--format", "csv"], "--format", '"csv"', "table, json")
        self.refuse(["verify", "logistic", "--set", "lrr=1"], '"lrr"', 'did you mean "lr"?')
        self.refuse(["verify", "logistic", "--steps", "5"], '"--steps"')

    def test_values_out_of_range(self):
        self.refuse(["verify", "logistic", "--set", "lr=-1"], "lr", "-1", "allowed")
        self.refuse(["verify", "logistic", "--seed", "-1"], "seed", "-1")
        self.refuse(["verify", "kl", "--set", "dynamics=flow", "--set", "until=tau"], "until")

    def test_parameters_without_effect(self):
        verify = ["verify", "logistic", "--set"]
        self.refuse([*verify, "map=l2", "--set", "temperature=3"], "temperature", '"3"', "map=l2", "map=softmax")
        self.refuse([*verify, "momentum=0.5"], "momentum", '"0.5"', "optimiser=momentum or adam")

    def test_claims_choose_the_dynamics_themselves(self):
        self.succeed("verify", "normalisers-square", "--set", "tol=1e-8", "--set", "lr=0.05", *BRIEF)
        self.succeed("verify", "kl", "--set", "dynamics=flow", "--set", "horizon=5", "--set", "lr=0.05", *BRIEF)

    def test_a_parameter_needs_an_experiment(self):
        self.refuse(["verify", "--set", "lr=1"], "--set", '"lr=1"', "experiment")


class Interrupt(ProgramTest):
    def test_what_was_found_is_written(self):
        with start([PROGRAM, "verify", "conditioning", "--set", "steps=100000000", "--format", "json"]) as process:
            wait_until_computing(process, seconds=1)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertIsInstance(json.loads(output), list)
        self.assert_one_line(errors, "interrupted")


if __name__ == "__main__":
    unittest.main()
