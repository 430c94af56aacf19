"""--format npz and --init: NumPy reads what we write, and a run starts again from it to the bit."""

import io
import itertools
import json
import random
import unittest
import zipfile

import numpy as np

from program import BAD_INPUT, FINISHED, SHORT, ProgramTest, polarize

EXPERIMENTS = ["logistic", "normalisers-square", "normalisers-logistic", "tied", "conditioning", "kl", "custom"]


def without_timing(result):
    return {name: value for name, value in result.items() if name not in ("wall_s", "steps_per_s")}


class Output(ProgramTest):
    def run_npz(self, *arguments):
        data = self.succeed("run", *arguments, "--format", "npz", text=False)
        return np.load(io.BytesIO(data))

    def test_numpy_reads_start_end_history_and_summary(self):
        for id in EXPERIMENTS:
            result = self.run_json(id, "--steps", "100")
            arrays = self.run_npz(id, "--steps", "100")
            for name in ["alpha", "a", "u"]:
                np.testing.assert_array_equal(arrays[name + "_final"], result[name])
            for name, series in result["history"].items():
                np.testing.assert_array_equal(arrays["history_" + name], series)
            self.assertEqual(arrays["history_step"].dtype, np.dtype("<i8"))
            np.testing.assert_array_equal(arrays["a"], result["history"]["a"][0])
            summary = json.loads(arrays["summary"].tobytes())
            self.assertNotIn("history", summary)
            for name, value in without_timing(summary).items():
                self.assertEqual(value, result[name], name)

    def test_final_weights_belong_to_the_final_scores(self):
        arrays = self.run_npz("logistic", "--steps", "1000")
        weights = np.exp(arrays["a_final"] - arrays["a_final"].max())
        np.testing.assert_allclose(weights / weights.sum(), arrays["alpha_final"], rtol=1e-13)
        np.testing.assert_allclose(arrays["V_final"].T @ arrays["beta_star"], arrays["u_final"], rtol=1e-12)
        self.assertFalse(np.array_equal(arrays["V"], arrays["V_final"]))

    def test_the_start_is_numpys_own_draw(self):
        arrays = self.run_npz("logistic", "--steps", "0")
        generator = np.random.RandomState(123)
        np.testing.assert_array_equal(arrays["V"], 0.1 * generator.randn(8, 8))
        np.testing.assert_array_equal(arrays["a"], np.zeros(8) * generator.randn(8))

    def test_equal_runs_give_equal_arrays(self):
        first, second = (self.run_npz("logistic", "--steps", "100") for _ in range(2))
        self.assertEqual(first.files, second.files)
        for name in set(first.files) - {"summary"}:
            self.assertEqual(first[name].tobytes(), second[name].tobytes())


class Restart(ProgramTest):
    def test_a_file_starts_the_same_run_again_to_the_bit(self):
        for id in EXPERIMENTS:
            first = self.run_json(id, "--steps", "300")
            polarize("run", id, "--steps", "300", "--format", "npz", "--out", self.folder)
            again = self.run_json(id, "--steps", "300", "--init", self.folder / f"{id}.npz")
            self.assertEqual(without_timing(again), without_timing(first), id)

    def test_a_flow_starts_again_too(self):
        flow = ["--set", "dynamics=flow", "--set", "horizon=20"]
        for id in EXPERIMENTS:
            first = self.run_json(id, *flow)
            polarize("run", id, *flow, "--format", "npz", "--out", self.folder)
            again = self.run_json(id, *flow, "--init", self.folder / f"{id}.npz")
            self.assertEqual(without_timing(again), without_timing(first), id)

    def test_any_sizes_follow_from_the_file(self):
        sizes = ["--set", "k=13", "--set", "d=6"]
        polarize("run", "logistic", "--steps", "5", *sizes, "--format", "npz", "--out", self.folder)
        path = self.folder / "logistic.npz"
        result = self.run_json("logistic", "--steps", "5", "--init", path)
        self.assertEqual((result["params"]["k"], result["params"]["d"]), (13, 6))
        self.refuse(["run", "logistic", "--init", path, "--set", "k=12"], "k", "12", "13")

    def test_a_file_starts_a_run_of_another_kind(self):
        polarize("run", "logistic", "--steps", "5", "--format", "npz", "--out", self.folder)
        others = ["--set", "map=l1", "--set", "loss=square"]
        result = self.run_json("custom", "--steps", "50", "--init", self.folder / "logistic.npz", *others)
        self.assertEqual(result["params"]["map"], "l1")


class Input(ProgramTest):
    """Every kind of array that the reader takes gives the same start."""

    def setUp(self):
        super().setUp()
        self.path = self.folder / "start.npz"
        generator = np.random.default_rng(5)
        self.V = generator.integers(-9, 9, (3, 4)).astype(float)
        self.a = generator.integers(0, 2, 4).astype(float)
        self.beta_star = np.array([0.0, 1.0, 0.0])

    def final(self):
        return self.run_json("custom", "--steps", "20", "--init", self.path)["history"]

    def test_types_orders_versions_and_compression(self):
        np.savez(self.path, V=self.V, a=self.a, beta_star=self.beta_star)
        expected = self.final()
        small = {"a": self.a.astype("u1"), "beta_star": self.beta_star.astype(bool)}
        types = ["<f8", ">f4", "<f2", ">f2", "<i8", ">i4"]
        for save, type, order in itertools.product([np.savez, np.savez_compressed], types, "CF"):
            save(self.path, V=np.array(self.V, type, order=order), **small)
            self.assertEqual(self.final(), expected, (save.__name__, type, order))
        for version in [(1, 0), (2, 0), (3, 0)]:
            self.write_versions(version)
            self.assertEqual(self.final(), expected, version)

    def write_versions(self, version):
        with zipfile.ZipFile(self.path, "w") as archive:
            for name in ["V", "a", "beta_star"]:
                data = io.BytesIO()
                np.lib.format.write_array(data, getattr(self, name), version)
                archive.writestr(name + ".npy", data.getvalue())

    def test_part_of_the_arrays_is_drawn_and_part_is_given(self):
        np.savez(self.path, a=self.a)
        result = self.run_json("custom", "--steps", "0", "--init", self.path)
        self.assertEqual(result["a"], self.a.tolist())
        self.assertEqual(result["params"]["k"], 4)


class BadFiles(ProgramTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "start.npz"

    def refuse_file(self, *parts, id="logistic"):
        self.refuse(["run", id, "--steps", "5", "--init", self.path], *parts)

    def save(self, **arrays):
        np.savez(self.path, **arrays)

    def test_missing_file_folder_and_device(self):
        self.refuse_file("--init", str(self.path), "No such file")
        for place in [self.folder, "/dev/zero"]:
            self.refuse([*SHORT, "--init", place], "--init", str(place), "not a file")
        self.refuse([*SHORT, "--init", ""], "--init")

    def test_no_array_to_start_from(self):
        for arrays in [{}, {"alpha_final": np.ones(3), "history_loss": np.ones(2)}]:
            self.save(**arrays)
            self.refuse_file("--init", str(self.path), "no array", "polarize info logistic")

    def test_not_a_zip_file(self):
        for content in [b"", b"PK", b"hello\n" * 100, b"\x93NUMPY\x01\x00"]:
            self.path.write_bytes(content)
            self.refuse_file("--init", str(self.path))

    def test_unknown_array(self):
        self.save(W=np.zeros((3, 3)))
        self.refuse_file("W", "V")

    def test_wrong_shapes(self):
        self.save(V=np.zeros(3))
        self.refuse_file("V", "(3)")
        self.save(V=np.zeros((3, 4)), a=np.zeros(5))
        self.refuse_file("a", "5", "4")
        self.save(a=np.zeros((2, 2)))
        self.refuse_file("a", "(2, 2)")
        self.save(V=np.zeros((0, 4)))
        self.refuse_file("d: 0")
        self.save(a=np.float64(1))
        self.refuse_file("a")

    def test_not_finite(self):
        for value in [np.nan, np.inf, -np.inf]:
            self.save(a=np.array([0, value]))
            self.refuse_file("a", "finite")

    def test_array_of_another_experiment(self):
        self.save(X=np.zeros((4, 4)))
        self.refuse_file("X")
        self.save(V=np.zeros((4, 4)))
        self.refuse_file("V", id="tied")

    def test_types_that_are_not_numbers(self):
        for type in ["U3", "S3", "c16", "u8", "M8[s]", "O"]:
            self.save(a=np.zeros(2, type))
            self.refuse_file("a.npy", "descr")
        self.save(a=np.zeros(2, "i4,f8"))
        self.refuse_file("a.npy", "header")

    def test_whole_number_that_is_not_exact(self):
        self.save(a=np.array([2**53 + 1, 0]))
        self.refuse_file("a.npy", str(2**53 + 1))

    def test_something_else_in_the_file(self):
        with zipfile.ZipFile(self.path, "w") as archive:
            archive.writestr("readme.txt", "hello")
        self.refuse_file("readme.txt")

    def test_name_twice(self):
        data = io.BytesIO()
        np.save(data, np.zeros(3))
        with self.assertWarns(UserWarning), zipfile.ZipFile(self.path, "w") as archive:
            archive.writestr("a.npy", data.getvalue())
            archive.writestr("a.npy", data.getvalue())
        self.refuse_file("--init", str(self.path))

    def test_other_compression(self):
        for method in [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]:
            data = io.BytesIO()
            np.save(data, np.zeros(300))
            with zipfile.ZipFile(self.path, "w", method) as archive:
                archive.writestr("a.npy", data.getvalue())
            self.refuse_file("a.npy", "stored, deflated")

    def test_zip_bomb(self):
        """A small file that says it unpacks to 2 GiB, and one that unpacks to more than it says."""
        data = io.BytesIO()
        np.save(data, np.zeros(1 << 20))
        with zipfile.ZipFile(self.path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.npy", data.getvalue())
        whole = self.path.read_bytes()
        true_size = len(data.getvalue()).to_bytes(4, "little")
        self.assertEqual(whole.count(true_size), 2)
        for size, complaint in [(1 << 31, "at most 1073741824"), (1000, "1000 bytes")]:
            self.path.write_bytes(whole.replace(true_size, size.to_bytes(4, "little")))
            self.refuse_file("a.npy", complaint)

    def test_many_members_that_are_large_together(self):
        """Found out from the directory, before any of them is unpacked."""
        with zipfile.ZipFile(self.path, "w") as archive:
            for name in "abcdef":
                archive.writestr(f"{name}.npy", b"member")
        whole = self.path.read_bytes()
        claimed = whole.replace((6).to_bytes(4, "little") * 2, (6).to_bytes(4, "little") + (1 << 30).to_bytes(4, "little"))
        self.assertNotEqual(claimed, whole)
        self.path.write_bytes(claimed)
        self.refuse_file("its arrays", "more than 4294967296 bytes")

    def test_headers_that_lie(self):
        shapes = ["(1000000000000,)", "(4294967296, 4294967296)", "(18446744073709551616,)", "(-1,)", "(2,)", "(1e3,)"]
        for shape in [*shapes, "(3, )x", "3", "(" * 5000, "", "(3, 1, 1" + ", 1" * 40 + ")"]:
            header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".encode()
            self.write_member(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(24))
            self.refuse_file("a.npy")
        for length in [0, 5, 65535]:
            self.write_member(b"\x93NUMPY\x01\x00" + length.to_bytes(2, "little") + b"{'descr'")
            self.refuse_file("a.npy")
        self.write_member(b"\x93NUMPY\x03\x00\xff\xff\xff\xff{")
        self.refuse_file("a.npy", "4294967295")

    def write_member(self, data):
        with zipfile.ZipFile(self.path, "w") as archive:
            archive.writestr("a.npy", data)


class Fuzz(ProgramTest):
    def test_damaged_files_are_refused_in_one_line(self):
        """Any damage is refused, or does not touch what the run reads."""
        path = self.folder / "start.npz"
        generator = np.random.default_rng(3)
        arrays = {name: generator.normal(size=size) for name, size in [("V", (4, 5)), ("a", 5), ("beta_star", 4)]}
        dice = random.Random(11)
        outcomes = {FINISHED: 0, BAD_INPUT: 0}
        for save in [np.savez, np.savez_compressed]:
            save(path, **arrays)
            whole = path.read_bytes()
            sound = self.run_json("custom", "--steps", "3", "--init", path)["history"]
            for _ in range(150):
                path.write_bytes(self.damaged(whole, dice))
                result = polarize("run", "custom", "--steps", "3", "--init", path, "--format", "json")
                self.assertIn(result.returncode, outcomes, result.stderr)
                outcomes[result.returncode] += 1
                if result.returncode == BAD_INPUT:
                    self.assert_one_line(result.stderr, "--init")
                else:
                    self.assertEqual(json.loads(result.stdout)["history"], sound)
        self.assertGreater(outcomes[BAD_INPUT], 200)

    def damaged(self, whole, dice):
        """`whole` cut short, with bytes changed, or with a piece repeated."""
        data = bytearray(whole)
        kind = dice.randrange(4)
        place = dice.randrange(len(data))
        if kind == 0:
            del data[place:]
        elif kind == 1:
            for _ in range(dice.randint(1, 8)):
                data[dice.randrange(len(data))] = dice.randrange(256)
        elif kind == 2:
            data[place : place + dice.randint(1, 40)] = b""
        else:
            data[place:place] = data[place : place + dice.randint(1, 40)]
        return bytes(data)


if __name__ == "__main__":
    unittest.main()
