"""Checkpoints: training that goes on where it stopped."""

import json
import random
import resource
import shutil
import signal
import struct
import unittest

import numpy as np
from program import FAILED, INTERRUPTED, PATIENCE, PROGRAM, ProgramTest, polarize, start, wait_until_computing
from training_runs import SMALL, read_safetensors, without_times, write_safetensors


class Checkpoint(ProgramTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "run.safetensors"

    def test_a_run_goes_on_bit_for_bit(self):
        whole = self.run_json("induction", *SMALL)
        self.succeed("run", "induction", *SMALL, "--steps", "7", "--checkpoint", self.path)
        # The end of the shorter run had an evaluation of its own.
        resumed = self.run_json("induction", "--resume", self.path, "--steps", "0")
        self.assertEqual(resumed["history"], whole["history"])
        self.assertEqual(resumed["metrics"], whole["metrics"])

    def test_an_interrupted_run_is_kept_and_goes_on_bit_for_bit(self):
        sizes = ["d=16", "heads=2", "batch=4", "sequences=10000", "epochs=1e3", "evaluation_sequences=30"]
        arguments = ["induction", *[word for size in sizes for word in ("--set", size)]]
        process = start([PROGRAM, "run", *arguments, "--checkpoint", str(self.path), "--format", "json"])
        wait_until_computing(process)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, INTERRUPTED)
        interrupted = json.loads(output)
        self.assertEqual(interrupted["status"], "interrupted")
        self.assertGreater(interrupted["steps"], 0)
        beyond = ["--steps", interrupted["steps"] + 20]
        resumed = self.run_json("induction", "--resume", self.path, *beyond)
        self.assertEqual(without_times(resumed), without_times(self.run_json(*arguments, *beyond)))

    def test_an_interrupted_evaluation_stays_due(self):
        sizes = ["d=8", "heads=1", "layers=1", "distinct=2", "vocabulary=8", "evaluation_sequences=1000000"]
        arguments = ["induction", *[word for size in sizes for word in ("--set", size)]]
        for form in ["json", "npz", "csv", "table"]:
            written = ["--checkpoint", str(self.path), "--out", str(self.folder), "--format", form]
            with start([PROGRAM, "run", *arguments, *written]) as process:
                wait_until_computing(process, 0.5)
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, INTERRUPTED)
        result = json.loads((self.folder / "induction.json").read_text())
        self.assertEqual((result["status"], result["steps"], result["evaluations"]["step"]), ("interrupted", 0, []))
        resumed = self.run_json("induction", "--resume", self.path, "--steps", "2")
        self.assertEqual(without_times(resumed), without_times(self.run_json(*arguments, "--steps", "2")))

    def test_one_that_cannot_be_written_does_not_end_the_run(self):
        """Its file would be larger than the limit, the others are not."""

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))

        weights = self.folder / "weights.safetensors"
        sizes = ["d=4", "heads=1", "layers=1", "distinct=2", "vocabulary=6", "sequences=128", "batch=32", "epochs=100"]
        arguments = ["run", "induction", *[word for size in sizes for word in ("--set", size)]]
        result = polarize(*arguments, "--checkpoint", self.path, "--weights", weights, "--format", "json", preexec_fn=limit)
        self.assertEqual(result.returncode, FAILED)
        self.assert_one_line(result.stderr, str(self.path), "cannot be written")
        self.assertEqual(json.loads(result.stdout)["status"], "finished")
        self.assertEqual(read_safetensors(weights)[1]["output_proj.bias"].shape, (12,))
        self.assertEqual([entry.name for entry in self.folder.iterdir()], [weights.name])

    def test_a_folder_that_goes_does_not_end_the_run(self):
        folder = self.folder / "gone"
        sizes = ["--set", "d=16", "--set", "heads=2", "--set", "batch=4", "--set", "epochs=1e3"]
        arguments = ["run", "induction", *sizes, "--checkpoint", str(folder / "c.st"), "--format", "json"]
        with start([PROGRAM, *arguments]) as process:
            wait_until_computing(process)
            shutil.rmtree(folder)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, FAILED)
        self.assertEqual(json.loads(output)["status"], "interrupted")
        self.assertIn("--checkpoint", errors.splitlines()[0])

    def test_a_checkpoint_loads_as_weights(self):
        self.succeed("run", "induction", *SMALL, "--checkpoint", self.path)
        self.succeed("run", "induction", *SMALL, "--init", self.path, "--steps", "1")
        metadata, arrays = read_safetensors(self.path)
        self.assertEqual(metadata["polarize.experiment"], "induction")
        self.assertEqual(arrays["checkpoint.step"], 12)

    def test_only_live_parameters_may_change(self):
        self.succeed("run", "induction", *SMALL, "--checkpoint", self.path)
        self.refuse(["run", "induction", "--set", "d=32", "--resume", self.path], "--resume", "d is 16")
        longer = self.run_json("induction", "--set", "epochs=4", "--set", "d=16", "--resume", self.path)
        self.assertEqual(longer["steps"], 16)

    def test_what_is_no_checkpoint_of_this_experiment_is_refused(self):
        self.succeed("run", "induction", *SMALL, "--weights", self.path)
        self.refuse(["run", "induction", "--resume", self.path], "--resume", "checkpoint")
        self.succeed("run", "induction", *SMALL, "--checkpoint", self.path)
        self.refuse(["run", "classification", "--resume", self.path], "--resume", "induction", "classification")
        metadata, arrays = self.finish()
        for name in ["checkpoint.first_moment", "checkpoint.step", "layers.0.q_proj.bias"]:
            others = {other: array for other, array in arrays.items() if other != name}
            self.refuse_checkpoint(metadata, {**others, f"{name}_": arrays[name]}, f'"{name}": missing')
            self.refuse_checkpoint(metadata, {**arrays, "layers.0.q_proj.bia_": arrays[name]}, '"layers.0.q_proj.bia_"')
        others = {name: text for name, text in metadata.items() if name != "polarize.parameter.lr"}
        self.refuse_checkpoint(others, arrays, "polarize.parameter.lr")
        content = self.path.read_bytes()
        self.path.write_bytes(content[: len(content) // 2])
        self.refuse(["run", "induction", "--resume", self.path], "--resume")

    def test_one_of_the_version_without_a_checksum_goes_on(self):
        metadata, arrays = self.finish()
        write_safetensors(self.path, metadata, arrays)
        before = self.run_json("induction", "--resume", self.path, "--set", "epochs=4")
        self.assertEqual(before["history"], self.run_json("induction", *SMALL[:-1], "epochs=4")["history"])

    def test_a_flipped_bit_anywhere_is_noticed(self):
        sizes = ["d=4", "heads=1", "layers=1", "distinct=2", "vocabulary=6", "sequences=32", "batch=32", "evaluation_sequences=10"]
        self.succeed("run", "induction", *[word for size in sizes for word in ("--set", size)], "--set", "epochs=1", "--checkpoint", self.path)
        content = bytearray(self.path.read_bytes())
        [length] = struct.unpack("<Q", content[:8])
        dice = random.Random(3)
        header = [8 * byte + bit for byte in range(8 + length) for bit in range(8)]
        data = range(8 * (8 + length), 8 * len(content))
        for place in [*dice.sample(header, 40), *dice.sample(data, 15), data[0], data[-1]]:
            content[place // 8] ^= 1 << place % 8
            self.path.write_bytes(content)
            self.refuse(["run", "induction", "--resume", self.path], "--resume")
            content[place // 8] ^= 1 << place % 8
        self.path.write_bytes(content)
        self.succeed("run", "induction", "--resume", self.path)
        content[-1] ^= 1
        self.path.write_bytes(content)
        for option in ["--resume", "--init"]:
            self.refuse(["run", "induction", option, self.path], option, "damaged", "crc32:")

    def test_a_file_may_be_written_anew_by_other_programs(self):
        """The checksum is over what the file says, not over how: Python's library orders tensors its own way."""
        self.succeed("run", "induction", *SMALL, "--checkpoint", self.path)
        metadata, arrays = read_safetensors(self.path)
        write_safetensors(self.path, metadata, dict(reversed(arrays.items())))
        self.succeed("run", "induction", "--resume", self.path)

    def test_a_file_of_5_gib_is_answered_at_once(self):
        """Without its memory: within 300 MB, the program included."""

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))

        with self.path.open("wb") as file:
            file.truncate(5 << 30)
        self.refuse(["run", "induction", "--resume", self.path], "--resume", str(self.path), "not JSON", preexec_fn=limit)
        self.succeed("run", "induction", *SMALL, "--checkpoint", self.path)
        with self.path.open("r+b") as file:
            file.truncate(5 << 30)
        self.refuse(["run", "induction", "--resume", self.path], "bytes follow the last tensor", preexec_fn=limit)
        metadata, _ = read_safetensors(self.path)
        size = 1 << 42
        entry = {"dtype": "F32", "shape": [size // 4], "data_offsets": [0, size]}
        text = json.dumps({"__metadata__": metadata, "checkpoint.first_moment": entry}).encode()
        with self.path.open("wb") as file:
            file.write(struct.pack("<Q", len(text)) + text)
            file.truncate(8 + len(text) + size)
        self.refuse(["run", "induction", "--resume", self.path], "memory: ", " GB of numbers", "to spare")

    def finish(self):
        """Metadata and arrays of a finished run's checkpoint, as of the version that had no checksum."""
        self.succeed("run", "induction", *SMALL, "--checkpoint", self.path)
        metadata, arrays = read_safetensors(self.path)
        del metadata["polarize.checksum"]
        return {**metadata, "polarize.checkpoint": "1"}, arrays

    def refuse_checkpoint(self, metadata, arrays, *parts):
        write_safetensors(self.path, metadata, arrays)
        self.refuse(["run", "induction", "--resume", self.path], "--resume", *parts)

    def test_steps_that_are_no_whole_numbers_are_refused(self):
        metadata, arrays = self.finish()
        for name, value in [("step", 1e300), ("step", np.nan), ("step", 12.0), ("evaluated_step", -np.inf)]:
            tensor = f"checkpoint.{name}"
            self.refuse_checkpoint(metadata, {**arrays, tensor: np.array(value)}, f'"{tensor}"', "I64")
        for tensor in ["checkpoint.history.step", "checkpoint.evaluations.step"]:
            steps = np.full(arrays[tensor].shape, 1e300)
            self.refuse_checkpoint(metadata, {**arrays, tensor: steps}, f'"{tensor}"', "I64")
        self.refuse_checkpoint(metadata, {**arrays, "checkpoint.step": np.arange(2)}, '"checkpoint.step"', "shape (2)")

    def test_metrics_of_other_names_and_shapes_are_refused(self):
        metadata, arrays = self.finish()
        write_safetensors(self.path, metadata, arrays)
        self.succeed("run", "induction", "--resume", self.path)
        for metric, shape in [("sink_score", ()), ("sparsity", (7,)), ("massive_max", (2, 0)), ("accuracy", (1,))]:
            name = f"checkpoint.metric.{metric}"
            self.refuse_checkpoint(metadata, {**arrays, name: np.zeros(shape)}, f'metric "{metric}"', "has shape")
            self.refuse_checkpoint(metadata, {**arrays, f"{name}x": np.zeros(shape)}, f'"{metric}x"', f'"{metric}"?')
            others = {other: array for other, array in arrays.items() if other != name}
            self.refuse_checkpoint(metadata, others, f'metric "{metric}"', "missing")

    def test_evaluations_without_their_course_are_refused(self):
        metadata, arrays = self.finish()
        others = {name: array for name, array in arrays.items() if not name.endswith(".evaluation_loss")}
        others["checkpoint.metric.evaluation_loss"] = arrays["checkpoint.metric.evaluation_loss"]
        self.refuse_checkpoint(metadata, others, 'evaluations "evaluation_loss"', "missing")
        measured = ("checkpoint.metric.", "checkpoint.evaluations.series.")
        others = {name: array for name, array in arrays.items() if not name.startswith(measured)}
        self.refuse_checkpoint(metadata, others, "metric", "missing")

    def test_goes_on_with_the_same_data_only(self):
        order = self.folder / "order.npy"
        np.save(order, np.arange(128))
        self.succeed("run", "induction", *SMALL, "--steps", "3", "--order", order, "--checkpoint", self.path)
        self.refuse(["run", "induction", "--resume", self.path, "--steps", "0"], "--resume", "--order")
        self.succeed("run", "induction", "--resume", self.path, "--order", order, "--steps", "0")

    def test_nothing_is_left_where_it_cannot_be_written(self):
        self.refuse(["run", "induction", *SMALL, "--checkpoint", self.folder], "--checkpoint")
        self.refuse(["run", "induction", *SMALL, "--weights", "/dev/null/weights"], "--weights")
        self.assert_empty_folder()


if __name__ == "__main__":
    unittest.main()
