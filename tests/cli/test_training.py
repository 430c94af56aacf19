"""polarize run of the experiments that train attention models."""

import json
import random
import resource
import shutil
import signal
import struct
import unittest

import numpy as np
from program import DIVERGED, FAILED, INTERRUPTED, PATIENCE, PROGRAM, ProgramTest, polarize, start, wait_until_computing

# A run of a fraction of a second.
SIZES = ["d=16", "heads=2", "sequences=128", "batch=32", "evaluation_sequences=30", "epochs=3"]
SMALL = [argument for size in SIZES for argument in ("--set", size)]

LAYERS, HEADS = 2, 2

# What may differ between two runs of the same numbers.
TIMES = {"ms_per_step", "wall_s", "steps_per_s", "threads"}


def without_times(result):
    """A run's JSON object without what the clock says."""
    return {name: value for name, value in result.items() if name not in TIMES}


def read_safetensors(path):
    """Metadata and arrays of a file, by the letter of the format."""
    content = path.read_bytes()
    [length] = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])
    metadata = header.pop("__metadata__", {})
    types = {"F16": np.float16, "F32": np.float32, "F64": np.float64, "I64": np.int64}
    arrays = {}
    for name, entry in header.items():
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        arrays[name] = np.frombuffer(content[begin:end], types[entry["dtype"]]).reshape(entry["shape"])
    return metadata, arrays


def write_safetensors(path, metadata, arrays):
    """Writes the file that read_safetensors reads."""
    types = {np.dtype(np.float16): "F16", np.dtype(np.float32): "F32", np.dtype(np.float64): "F64", np.dtype(np.int64): "I64"}
    header, data = {"__metadata__": metadata}, b""
    for name, array in arrays.items():
        end = len(data) + array.nbytes
        header[name] = {"dtype": types[array.dtype], "shape": array.shape, "data_offsets": [len(data), end]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


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


class Weights(ProgramTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "weights.safetensors"
        self.succeed("run", "induction", *SMALL, "--weights", self.path)

    def refuse_init(self, *parts):
        self.refuse(["run", "induction", *SMALL, "--init", self.path], "--init", *parts)

    def test_have_pytorchs_names_and_layouts(self):
        _, arrays = read_safetensors(self.path)
        self.assertEqual(arrays["embedding.weight"].shape, (100, 8))
        self.assertEqual(arrays["layers.1.mlp.0.weight"].shape, (64, 16))
        self.assertEqual(arrays["output_proj.weight"].shape, (100, 16))
        self.assertTrue(all(array.dtype == np.float32 for array in arrays.values()))

    def test_start_another_run(self):
        trained = self.run_json("induction", *SMALL)
        again = self.run_json("induction", *SMALL, "--init", self.path, "--steps", "1")
        self.assertEqual(again["evaluations"]["evaluation_loss"][0], trained["metrics"]["evaluation_loss"])

    def test_half_precision_is_read(self):
        metadata, arrays = read_safetensors(self.path)
        narrow = {name: array.astype(np.float16) for name, array in arrays.items()}
        write_safetensors(self.path, metadata, narrow)
        loss = self.run_json("induction", *SMALL, "--init", self.path, "--steps", "1")["evaluations"]["evaluation_loss"][0]
        write_safetensors(self.path, metadata, {name: array.astype(np.float32) for name, array in narrow.items()})
        widened = self.run_json("induction", *SMALL, "--init", self.path, "--steps", "1")
        self.assertEqual(loss, widened["evaluations"]["evaluation_loss"][0])

    def test_what_wrappers_put_before_every_name_is_left_out(self):
        metadata, arrays = read_safetensors(self.path)
        expected = self.run_json("induction", *SMALL, "--init", self.path, "--steps", "1")
        for prefix in ["module.", "_orig_mod.", "module._orig_mod.", "model.module."]:
            write_safetensors(self.path, metadata, {prefix + name: array for name, array in arrays.items()})
            result = polarize("run", "induction", *SMALL, "--init", self.path, "--steps", "1", "--json")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assert_one_line(result.stderr, str(self.path), f'every name begins with "{prefix}"')
            self.assertEqual(json.loads(result.stdout)["history"], expected["history"])
        named = {("module." if name.startswith("layers") else "") + name: array for name, array in arrays.items()}
        write_safetensors(self.path, metadata, named)
        self.refuse_init("module.layers.0.")

    def test_of_another_model_are_refused(self):
        self.refuse(["run", "induction", *SMALL, "--set", "layers=1", "--init", self.path], "--init", "layers.1.", "no tensor")
        self.refuse(["run", "induction", *SMALL, "--set", "layers=3", "--init", self.path], "--init", "layers.2.", "missing")
        self.refuse(["run", "induction", *SMALL[2:], "--init", self.path], "--init", "has shape", "allowed")

    def test_damaged_files_are_refused_by_name(self):
        content = self.path.read_bytes()
        self.path.write_bytes(content[:-4])
        self.refuse_init("data_offsets")
        self.path.write_bytes(content.replace(b'"F32"', b'"F_2"', 1))
        self.refuse_init('"F_2"', "allowed: F16, BF16, F32")
        self.path.write_bytes(b"hello, world")
        self.refuse_init("header")
        self.path.write_bytes(b"")
        self.refuse_init("header")
        self.path.unlink()
        self.refuse_init("o such file")

    def test_not_finite_is_refused(self):
        content = bytearray(self.path.read_bytes())
        content[-4:] = struct.pack("<f", np.nan)
        self.path.write_bytes(content)
        self.refuse_init("finite")

    def test_numbers_of_other_types_are_refused(self):
        metadata, arrays = read_safetensors(self.path)
        name = "output_proj.bias"
        write_safetensors(self.path, metadata, {**arrays, name: np.full(100, 1e300)})
        self.refuse_init(name, "1e+300", "32-bit")
        write_safetensors(self.path, metadata, {**arrays, name: np.zeros(100, np.int64)})
        self.refuse_init(f'"{name}"', "I64", "F32 or F64")

    def test_an_empty_name_is_shown_as_one(self):
        self.refuse(["run", "induction", "--init", ""], '--init: "" names no file')


class Data(ProgramTest):
    def induction_data(self, count=128):
        generator = np.random.default_rng(1)
        ids = np.stack([np.concatenate([[0], generator.permutation(np.arange(1, 50))[:12]]) for _ in range(count)])
        path = self.folder / "train.npy"
        np.save(path, ids.astype(np.int16))
        return path

    def test_given_sequences_and_order_are_followed(self):
        data = self.induction_data()
        order = self.folder / "order.npy"
        losses = []
        for numbers in [np.arange(128), np.arange(128)[::-1]]:
            np.save(order, numbers.astype(np.int32))
            losses.append(self.run_json("induction", *SMALL, "--data", data, "--order", order)["history"]["loss"])
        self.assertNotEqual(losses[0][0], losses[1][0])

    def test_a_data_sets_size_becomes_the_number_of_sequences(self):
        data = self.induction_data(40)
        sizes = ["--set", "d=16", "--set", "heads=2", "--set", "batch=16", "--set", "epochs=1"]
        result = self.run_json("induction", *sizes, "--data", data)
        self.assertEqual((result["params"]["sequences"], result["steps"]), (40, 3))
        self.refuse(["run", "induction", *sizes, "--set", "sequences=41", "--data", data], "--data", "sequences", "41")

    def test_classification_has_labels_and_may_bring_its_evaluation(self):
        path = self.folder / "data.npz"
        ids = np.zeros((32, 11), np.int16)
        labels = np.arange(32) % 4
        for row, label in zip(ids, labels):
            row[:10] = 1 + 10 * label + np.arange(10)
        np.savez(path, ids=ids, labels=labels, eval_ids=ids[:8], eval_labels=labels[:8])
        result = self.run_json("classification", "--set", "d=16", "--set", "epochs=1", "--data", path)
        self.assertEqual(result["params"]["evaluation_sequences"], 8)
        np.savez(path, ids=ids)
        self.refuse(["run", "classification", "--data", path], "--data", "labels")
        np.savez(path, ids=ids, labels=labels + 1)
        self.refuse(["run", "classification", "--data", path], f"--data: {path}: labels: 4 is not a label", "0 to 3")
        np.savez(path, ids=ids[:, :5], labels=labels)
        self.refuse(["run", "classification", "--data", path], f"{path}: ids: has shape (32, 5)", "(sequences, 11)")
        np.savez(path, ids=ids, labels=labels, eval_labels=labels)
        self.refuse(["run", "classification", "--data", path], "eval_labels", "eval_ids")

    def test_numbers_and_shapes_that_are_no_sequences_are_refused_by_file(self):
        path = self.folder / "ids.npy"
        ids = np.ones((128, 13))
        for value, text in [(-3, "-3"), (2.5, "2.5"), (1e300, "1e+300"), (2.0**40, "1099511627776"), (100, "100")]:
            ids[5, 7] = value
            np.save(path, ids)
            message = f"--data: {path}: ids: {text} is not a token; allowed: integers from 0 to 99"
            self.refuse(["run", "induction", *SMALL, "--data", path], message)
        np.save(path, np.ones((128, 12)))
        self.refuse(["run", "induction", *SMALL, "--data", path], str(path), "shape (128, 12)", "(sequences, 13)", "the next")

    def test_labels_that_nothing_reads_are_refused(self):
        path = self.folder / "data.npz"
        for labels in ["labels", "eval_labels"]:
            np.savez(path, ids=np.ones((128, 13)), **{labels: np.zeros(128)})
            self.refuse(["run", "induction", *SMALL, "--data", path], str(path), f"{labels}: are not read")

    def test_orders_that_are_none(self):
        order = self.folder / "order.npy"
        for numbers, part in [(np.zeros(128, int), "twice"), (np.arange(100), "100"), (np.arange(128) + 0.5, "integers")]:
            np.save(order, numbers)
            self.refuse(["run", "induction", *SMALL, "--order", order], f"--order: {order}: order: ", part)


class Files(ProgramTest):
    """What a run writes does not destroy what it reads or writes elsewhere."""

    def test_nothing_is_written_over_what_is_read(self):
        data = self.folder / "data.npy"
        np.save(data, np.ones((128, 13)))
        weights = self.folder / "weights.safetensors"
        self.succeed("run", "induction", *SMALL, "--weights", weights)
        link = self.folder / "link"
        link.symlink_to(data)
        content = data.read_bytes(), weights.read_bytes()
        for option, path, written, target in [
            ("--data", data, "--weights", data),
            ("--data", data, "--checkpoint", self.folder / "." / "data.npy"),
            ("--data", link, "--weights", data),
            ("--order", data, "--checkpoint", data),
            ("--init", weights, "--weights", weights),
            ("--init", weights, "--checkpoint", weights),
            ("--resume", weights, "--weights", weights),
        ]:
            arguments = ["run", "induction", *SMALL, option, path, written, target]
            self.refuse(arguments, f"{written}: ", f"is the file of {option}", "allowed")
        self.assertEqual((data.read_bytes(), weights.read_bytes()), content)

    def test_two_things_are_not_written_to_one_file(self):
        path = self.folder / "new" / "file"
        arguments = ["run", "induction", *SMALL, "--checkpoint", path, "--weights", self.folder / "new" / "." / "file"]
        self.refuse(arguments, "--weights", "--checkpoint")
        self.assertFalse(path.parent.exists())
        arguments = ["run", "induction", *SMALL, "--out", self.folder, "--format", "npz"]
        self.refuse([*arguments, "--weights", self.folder / "induction.npz"], "--out", "--weights")

    def test_a_checkpoint_may_take_the_place_of_the_one_that_is_resumed(self):
        path = self.folder / "run.safetensors"
        self.succeed("run", "induction", *SMALL, "--steps", "3", "--checkpoint", path)
        self.succeed("run", "induction", "--resume", path, "--checkpoint", path, "--steps", "0")
        self.assertEqual(read_safetensors(path)[1]["checkpoint.step"], 12)


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
