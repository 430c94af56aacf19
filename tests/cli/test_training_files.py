"""What a training run reads: weights, data sets and orders; and which files it refuses."""

import json
import struct
import unittest

import numpy as np
from program import ProgramTest, polarize
from training_runs import SMALL, read_safetensors, write_safetensors


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
        self.refuse(["run", "induction", *SMALL, "--set", "layers=1", "--init", self.path], "--init", "layers.1.", "not a tensor")
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


if __name__ == "__main__":
    unittest.main()
