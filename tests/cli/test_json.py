"""--format json: one object with fixed names, whose numbers read back to the same bits."""

import json
import math
import struct
import unittest

import numpy as np

from program import ProgramTest

NAMES = {
    *["experiment", "status", "params", "seed", "steps", "time", "loss", "alpha", "a", "u", "entropy", "max_alpha"],
    *["winner", "metrics", "wall_s", "steps_per_s", "isa", "version", "history"],
}


def bits(value):
    """The bits of a double, so that 0.0 and -0.0 differ."""
    return struct.pack("<d", value)


def refuse_constant(text):
    raise AssertionError(f"{text} is not JSON")


class Contract(ProgramTest):
    def test_every_experiment_prints_one_object_with_the_fixed_names(self):
        for experiment in self.flows():
            text = self.succeed("run", experiment["id"], "--steps", "30", "--format", "json")
            result = json.loads(text, parse_constant=refuse_constant)
            self.assertEqual(set(result), NAMES)
            self.assertTrue(text.endswith("}\n"))
            self.assertEqual(result["experiment"], experiment["id"])
            self.assertEqual(result["status"], "finished")
            self.check_params(result, experiment)
            self.check_state(result)
            self.check_history(result)

    def check_params(self, result, experiment):
        self.assertEqual(list(result["params"]), [parameter["name"] for parameter in experiment["parameters"]])
        self.assertEqual(result["params"]["steps"], 30)
        for parameter in experiment["parameters"]:
            value = result["params"][parameter["name"]]
            self.assertIs(type(value), {"real": float, "integer": int, "choice": str}[parameter["kind"]])
            if parameter["name"] != "steps":
                self.assertEqual(value, parameter["default"])
        self.assertEqual(result["seed"], result["params"]["seed"])

    def check_state(self, result):
        for name in ["seed", "steps", "winner"]:
            self.assertIs(type(result[name]), int)
        for name in ["time", "loss", "entropy", "max_alpha", "wall_s", "steps_per_s"]:
            self.assertIs(type(result[name]), float, name)
        self.assertEqual(result["steps"], 30)
        alpha = result["alpha"]
        self.assertEqual(len(result["a"]), len(alpha))
        self.assertEqual(result["max_alpha"], max(alpha))
        self.assertEqual(alpha[result["winner"]], max(alpha))
        self.assertAlmostEqual(result["entropy"], -sum(p * math.log(p) for p in alpha), 12)
        self.assertGreater(len(result["metrics"]), 5)
        for name, value in result["metrics"].items():
            self.assertIs(type(value), list if name == "singular_values" else float, name)

    def check_history(self, result):
        history = result["history"]
        self.assertEqual(history["step"], sorted(set(history["step"])))
        self.assertEqual((history["step"][0], history["step"][-1]), (0, 30))
        for name, series in history.items():
            self.assertEqual(len(series), len(history["step"]), name)
        for name in ["alpha", "a", "u"]:
            self.assertTrue(all(len(row) == len(result["alpha"]) for row in history[name]))
            self.assertEqual(history[name][-1], result[name])
        self.assertEqual(history["loss"][-1], result["loss"])
        self.assertEqual(history["entropy"][-1], result["entropy"])

    def test_singular_values_unless_the_matrix_is_large(self):
        metrics = self.run_json("logistic", "--steps", "20")["metrics"]
        self.assertEqual(metrics["singular_values"], sorted(metrics["singular_values"], reverse=True))
        self.assertEqual((len(metrics["singular_values"]), metrics["rank"]), (8, 8))
        self.assertNotIn("rank", self.run_json("logistic", "--steps", "2", "--set", "k=200")["metrics"])

    def test_gradient_flow_adds_its_clock(self):
        for id in ["logistic", "normalisers-square", "tied", "conditioning", "kl"]:
            result = self.run_json(id, "--set", "dynamics=flow", "--set", "horizon=50")
            self.assertEqual(set(result), NAMES | {"tau", "log_t", "rhs_evals", "accepted", "rejected"})
            self.assertAlmostEqual(result["log_t"], math.log(50), 9)
            self.assertAlmostEqual(result["time"], 50, 7)
            self.assertEqual(result["steps"], result["accepted"])
            history = result["history"]
            self.assertIsNone(history["log_t"][0])
            self.assertNotIn(None, history["log_t"][1:])
            self.assertEqual(history["step"], sorted(history["step"]))
            self.assertEqual(history["alpha"][-1], result["alpha"])

    def test_a_time_beyond_doubles_is_null(self):
        result = self.run_json("logistic", "--set", "dynamics=flow", "--until", "log10t=434")
        times, log_times = result["history"]["time"], result["history"]["log_t"]
        self.assertIsNone(result["time"])
        self.assertAlmostEqual(result["log_t"], 434 * math.log(10), 6)
        for time, log_t in zip(times[1:], log_times[1:]):
            self.assertEqual(time is None, log_t > 709.78)

    def test_no_steps_at_all(self):
        result = self.run_json("logistic", "--steps", "0")
        self.assertEqual((result["steps"], result["status"], result["history"]["step"]), (0, "finished", [0]))
        self.assertEqual(result["steps_per_s"], 0)

    def test_a_run_repeats_to_the_bit_and_another_seed_differs(self):
        first, second = (self.run_json("logistic", "--steps", "500") for _ in range(2))
        for timing in ["wall_s", "steps_per_s"]:
            first.pop(timing)
            second.pop(timing)
        self.assertEqual(first, second)
        self.assertNotEqual(self.run_json("logistic", "--steps", "500", "--seed", "7")["alpha"], first["alpha"])

    def test_set_and_the_short_options_reach_the_run(self):
        result = self.run_json(
            *["normalisers-square", "--set", "map=l2", "--set", "lr=0.05", "--set", "k=5"],
            *["--seed=9", "--steps=40", "--samples=7"],
        )
        expected = {"map": "l2", "lr": 0.05, "k": 5, "seed": 9, "steps": 40, "samples": 7}
        self.assertEqual({name: result["params"][name] for name in expected}, expected)
        self.assertEqual((len(result["alpha"]), result["seed"], result["steps"]), (5, 9, 40))

    def test_time_is_the_sum_of_the_step_sizes(self):
        result = self.run_json("logistic", "--steps", "1000", "--set", "lr=0.25")
        self.assertEqual(result["time"], 250.0)


class Bits(ProgramTest):
    def given(self, values):
        """The scores a that a run of no steps prints when it starts from `values`."""
        values = np.asarray(values, float)
        path = self.folder / "start.npz"
        np.savez(path, a=values, V=np.zeros((3, len(values))), beta_star=np.array([1.0, 0, 0]))
        return self.run_json("custom", "--init", path, "--steps", "0")

    def test_hard_numbers_read_back(self):
        smallest, tiny = 5e-324, 2.2250738585072014e-308
        values = [0.0, -0.0, smallest, -smallest, 3 * smallest, tiny, np.nextafter(tiny, 0), 0.1, 1 / 3, 1e22, 1e23]
        values += [9007199254740993.0, -1.7976931348623157e308, 123456789.125]
        result = self.given(values)
        self.assertEqual([bits(value) for value in result["a"]], [bits(value) for value in values])
        self.assertEqual([bits(value) for value in result["history"]["a"][0]], [bits(value) for value in values])

    def test_random_bit_patterns_read_back(self):
        random = np.random.default_rng(1)
        values = random.integers(0, 2**64 - 1, 2000, dtype=np.uint64).view(float)
        values = values[np.isfinite(values)]
        result = self.given(values)
        np.testing.assert_array_equal(np.array(result["a"], float).view(np.uint64), values.view(np.uint64))


if __name__ == "__main__":
    unittest.main()
