"""polarize run of the experiments that train attention models."""

import json
import signal
import unittest

import numpy as np
from program import DIVERGED, INTERRUPTED, PATIENCE, PROGRAM, ProgramTest, polarize, start, wait_until_computing
from training_runs import HEADS, LAYERS, SMALL, read_safetensors, without_times, write_safetensors


class Result(ProgramTest):
    def test_json_has_histories_metrics_and_the_time_of_an_update(self):
        result = self.run_json("induction", *SMALL, "--threads", "1", "--set", "kind=softmax", "--set", "positions=add")
        self.assertEqual(result["status"], "finished")
        self.assertEqual(result["steps"], 12)
        self.assertEqual(result["history"]["step"], list(range(12)))
        self.assertEqual(len(result["history"]["loss"]), 12)
        self.assertEqual(result["evaluations"]["step"], [0, 4, 8, 12])
        self.assertGreater(result["ms_per_step"], 0)
        self.assertEqual(result["threads"], 1)
        metrics = result["metrics"]
        for name in ["sink_score", "sink_total_weight", "sparsity", "first_token", "rel_attn_max"]:
            self.assertEqual(np.shape(metrics[name]), (LAYERS, HEADS), name)
        self.assertEqual(np.shape(metrics["massive_ratio"]), (LAYERS + 1,))
        self.assertIsInstance(metrics["accuracy"], float)
        np.testing.assert_allclose(metrics["sink_total_weight"], 1, atol=1e-5)
        self.assertEqual(result["evaluations"]["accuracy"][-1], metrics["accuracy"])

    def test_classification_tells_dominance(self):
        result = self.run_json("classification", *SMALL, "--set", "layers=1")
        self.assertEqual(np.shape(result["metrics"]["dominance"]), (1, HEADS))
        self.assertNotIn("sink_score", result["metrics"])

    def test_the_number_of_threads_changes_no_number(self):
        results = [self.run_json("induction", *SMALL, "--threads", threads) for threads in (1, 3)]
        self.assertEqual(without_times(results[0]), without_times(results[1]))

    def test_table_fits_a_screen(self):
        for experiment in ["induction", "classification"]:
            lines = self.succeed("run", experiment, *SMALL).splitlines()
            self.assertLessEqual(len(lines), 36)
            self.assertLessEqual(max(map(len, lines)), 110)
            self.assertTrue(any(line.split()[:2] == ["layer", "head"] for line in lines))

    def test_csv_is_the_history(self):
        rows = self.succeed("run", "induction", *SMALL, "--format", "csv").splitlines()
        self.assertEqual(rows[0], "step,loss,last_loss,others_loss")
        history = self.run_json("induction", *SMALL)["history"]
        self.assertEqual([float(row.split(",")[1]) for row in rows[1:]], history["loss"])

    def test_npz_holds_weights_metrics_and_attention_and_starts_another_run(self):
        self.succeed_writing("run", "induction", *SMALL, "--format", "npz", "--out", self.folder)
        path = self.folder / "induction.npz"
        with np.load(path) as file:
            self.assertEqual(file["layers.0.q_proj.weight"].shape, (16, 16))
            self.assertEqual(file["metric_sink_score"].shape, (LAYERS, HEADS))
            self.assertEqual(file["sample_attention"].shape[1:], (LAYERS, HEADS, 12, 12))
            last = file["evaluations_evaluation_loss"][-1]
        result = self.run_json("induction", *SMALL, "--init", path, "--steps", "1")
        self.assertEqual(result["evaluations"]["evaluation_loss"][0], last)

    def succeed_writing(self, *arguments):
        """Runs the program, which must finish and name on standard error the file that it wrote."""
        result = polarize(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)


class BadInput(ProgramTest):
    def refuse_set(self, experiment, settings, *parts):
        self.refuse(["run", experiment, *[word for text in settings for word in ("--set", text)]], *parts)

    def test_sizes_that_do_not_fit_together(self):
        self.refuse_set("induction", ["heads=3"], "heads: 3", "d = 128")
        self.refuse_set("induction", ["d=9", "heads=1"], "d: 9", "concat")
        self.refuse_set("induction", ["vocabulary=10"], "vocabulary: 10", "at least 11")
        self.refuse_set("classification", ["vocabulary=42"], "vocabulary: 42", "multiple of labels")
        self.refuse_set("classification", ["vocabulary=37"], "vocabulary: 37", "at least 41")
        self.refuse_set("induction", ["kind=softmx"], "softmx", 'did you mean "softmax"?')

    def test_more_memory_than_there_is(self):
        self.refuse_set("induction", ["d=1024", "layers=64", "batch=65536", "sequences=1e8", "distinct=40"], "memory", "GB")

    def test_a_rate_that_diverges_is_told_with_the_step(self):
        settings = ["lr=1e6", "layer_norm=off", "kind=raw_dotproduct_unnorm"]
        arguments = ["induction", *SMALL, *[word for text in settings for word in ("--set", text)]]
        result = polarize("run", *arguments, "--format", "json", "--checkpoint", self.folder / "run.safetensors")
        self.assertEqual(result.returncode, DIVERGED)
        checkpoint, end = result.stderr.splitlines(keepends=True)
        self.assert_one_line(checkpoint, "--checkpoint", "not written", "diverged")
        self.assert_one_line(end, "diverged at step", "loss")
        shown = json.loads(result.stdout, parse_constant=lambda text: self.fail(f"{text} is no number"))
        self.assertEqual(shown["status"], "diverged")
        self.assertNotIn("null", result.stdout)
        self.assertFalse((self.folder / "run.safetensors").exists())
        self.assertNotRegex(polarize("run", *arguments).stdout.lower(), r"\b(nan|inf)\b")

    def test_weights_that_give_no_loss_at_all_show_none(self):
        path = self.folder / "weights.safetensors"
        polarize("run", "classification", *SMALL, "--steps", "1", "--set", "layer_norm=off", "--weights", path)
        metadata, arrays = read_safetensors(path)
        write_safetensors(path, metadata, {name: np.full_like(array, 1e30) for name, array in arrays.items()})
        arguments = ["run", "classification", *SMALL, "--set", "layer_norm=off", "--init", path]
        result = polarize(*arguments, "--format", "json")
        self.assertEqual(result.returncode, DIVERGED)
        self.assert_one_line(result.stderr, "diverged at step 0")
        shown = json.loads(result.stdout, parse_constant=lambda text: self.fail(f"{text} is no number"))
        self.assertIsNone(shown["loss"])
        self.assertEqual(shown["metrics"], {})
        table = polarize(*arguments).stdout
        self.assertIn("no finite loss", table)
        self.assertIn("no state before it was finite", table)
        self.assertNotIn("batch loss", table)
        self.assertNotRegex(table.lower(), r"\b(nan|inf)\b")

    def test_options_for_training_count_for_training_only(self):
        for option in ["--data", "--order", "--checkpoint", "--resume", "--weights"]:
            self.refuse(["run", "logistic", option, "file"], option, "logistic")

    def test_commands_for_flows_take_no_training(self):
        for command in [["verify"], ["ensemble"], ["map", "--x", "lr=1:2:2", "--y", "d=1:2:2", "--out", "a.png"]]:
            self.refuse([command[0], "induction", *command[1:]], "induction", "attention", "logistic")

    def test_ctrl_c_shows_what_was_computed(self):
        process = start([PROGRAM, "run", "induction", "--set", "d=32", "--set", "evaluation_sequences=100"])
        wait_until_computing(process)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertIn("interrupted after", output)
        self.assert_one_line(errors, "induction: interrupted after")


if __name__ == "__main__":
    unittest.main()
