"""polarize map: phase diagrams over two parameters."""

import json
import signal
import struct
import unittest
import zlib

import numpy as np
from program import FINISHED, INTERRUPTED, PATIENCE, PROGRAM, ProgramTest, environment, polarize, start, wait_until_computing

AXES = ["--x", "lr=0.01:10:7:log", "--y", "V_scale=0.1:2:5"]
SHORT = ["map", "logistic", *AXES, "--steps", "500"]


def picture(path):
    """The pixels of a PNG file of 8 bits and three channels, height × width × 3."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert (depth, kind) == (8, 2)
    position, packed = 8, b""
    while position < len(data):
        (length,) = struct.unpack(">I", data[position : position + 4])
        if data[position + 4 : position + 8] == b"IDAT":
            packed += data[position + 8 : position + 8 + length]
        position += 12 + length
    data, stride = zlib.decompress(packed), 3 * width
    above, rows = bytearray(stride), []
    for row in range(height):
        start = row * (stride + 1)
        above = unfiltered(data[start], data[start + 1 : start + 1 + stride], above)
        rows.append(above)
    return np.array(rows, np.uint8).reshape(height, width, 3).astype(np.int64)


def paeth(left, upper, corner):
    """The one of the three that is nearest to left + upper - corner."""
    from_left, from_upper, from_corner = abs(upper - corner), abs(left - corner), abs(left + upper - 2 * corner)
    if from_left <= from_upper and from_left <= from_corner:
        return left
    return upper if from_upper <= from_corner else corner


def unfiltered(method, line, above):
    """The bytes of a line of pixels, three to each, as the PNG standard filters them by `method`."""
    if method == 0:
        return bytearray(line)
    if method == 2:
        return bytearray((np.frombuffer(line, np.uint8) + np.frombuffer(above, np.uint8)).tobytes())
    pixels = bytearray(line)
    for i, upper in enumerate(above):
        left, corner = (pixels[i - 3], above[i - 3]) if i >= 3 else (0, 0)
        predicted = {1: left, 3: (left + upper) // 2}[method] if method != 4 else paeth(left, upper, corner)
        pixels[i] = (line[i] + predicted) % 256
    return pixels


class Map(ProgramTest):
    def map(self, *arguments, file="map.npz", code=FINISHED, **options):
        """Runs the program, which must write `file`; returns its arrays and its summary."""
        path = self.folder / file
        result = polarize(*arguments, "--out", path, **options)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        self.assertIn(str(path), result.stderr)
        arrays = dict(np.load(path))
        return arrays, json.loads(arrays["summary"].tobytes())

    def test_arrays_and_summary(self):
        arrays, summary = self.map(*SHORT, "--seed", "5")
        np.testing.assert_allclose(arrays["x"], np.geomspace(0.01, 10, 7), rtol=1e-14)
        np.testing.assert_allclose(arrays["y"], np.linspace(0.1, 2, 5), rtol=1e-14)
        self.assertEqual((arrays["z"].shape, arrays["computed"].shape), ((5, 7), (5, 7)))
        self.assertTrue((arrays["computed"] == 1).all())
        self.assertEqual(arrays["x_name"].tobytes().decode(), "lr")
        self.assertEqual(arrays["y_name"].tobytes().decode(), "V_scale")
        self.assertEqual(arrays["measure"].tobytes().decode(), "entropy")
        self.assertEqual((summary["status"], summary["points"], summary["computed"]), ("finished", 35, 35))
        self.assertEqual((summary["params"]["seed"], summary["params"]["steps"]), (5, 500))
        self.assertNotIn("lr", summary["params"])
        self.assertEqual(summary["flow_steps"], 35 * 500)

    def test_every_point_is_a_run(self):
        for measure in ["entropy", "max_alpha", "loss"]:
            arrays, _ = self.map(*SHORT, "--measure", measure)
            for row, column in [(0, 0), (2, 3), (4, 6)]:
                run = self.run_json("logistic", "--steps", "500", "--set", f"lr={arrays['x'][column]!r}", "--set",
                                    f"V_scale={arrays['y'][row]!r}")  # fmt: skip
                expected = run["metrics"]["entropy_normalised"] if measure == "entropy" else run[measure]
                self.assertAlmostEqual(arrays["z"][row, column], expected, delta=1e-11)

    def test_other_experiments_and_whole_numbers(self):
        arrays, _ = self.map("map", "conditioning", "--x", "kappa=1:100:3:log", "--y", "k=2:5:3", "--steps", "20",
                             "--measure", "loss")  # fmt: skip
        self.assertEqual(arrays["y"].tolist(), [2, 4, 5])
        self.assertTrue(np.isfinite(arrays["z"]).all())

    def test_maps_of_several_flows_and_of_times(self):
        arrays, summary = self.map(*SHORT, "--measure", "winner_share", "--count", "16", "--set", "a_scale=1")
        self.assertEqual(summary["flow_steps"], 35 * 16 * 500)
        self.assertTrue(np.all(arrays["z"] * 16 % 1 == 0))
        self.assertTrue(0 < arrays["z"].mean() < 1)
        arrays, summary = self.map(*SHORT, "--measure", "time_to_polarise", "--threshold", "0.8")
        times = arrays["z"]
        self.assertTrue(np.isnan(times[:, 0]).all())
        self.assertTrue((times[:, -1] < times[:, -2]).all())
        self.assertEqual((summary["time_unit"], summary["threshold"]), ("updates", 0.8))

    def test_points_do_not_depend_on_threads_or_instruction_set(self):
        expected = self.map(*SHORT, "--threads", "1")[0]["z"].tobytes()
        self.assertEqual(self.map(*SHORT, "--threads", "4")[0]["z"].tobytes(), expected)
        self.assertEqual(self.map(*SHORT, env=environment(POLARIZE_ISA="scalar"))[0]["z"].tobytes(), expected)

    def test_a_picture_shows_the_cells(self):
        arrays, _ = self.map(*SHORT)
        path = self.folder / "map.png"
        self.assertEqual(polarize(*SHORT, "--out", path).returncode, FINISHED)
        pixels = picture(path)
        self.assertEqual(pixels.shape, (1000, 1200, 3))
        # The middles of the cells; brighter is more.
        rows = 880 - 770 * (np.arange(5) + 0.5) / 5
        columns = 150 + 800 * (np.arange(7) + 0.5) / 7
        cells = pixels[np.ix_(rows.astype(int), columns.astype(int))] @ [0.2126, 0.7152, 0.0722]
        order = arrays["z"].ravel().argsort()
        self.assertTrue((np.diff(cells.ravel()[order]) > -2).all())
        self.assertGreater(cells.max() - cells.min(), 150)
        # Titles, labels and ticks stand around the plot.
        for area in [pixels[20:95, 150:950], pixels[300:700, 10:60], pixels[930:970, 300:800], pixels[300:700, 1140:1190]]:
            self.assertTrue((area < 100).any())

    def test_bad_input_is_refused(self):
        good = self.folder / "map.npz"
        for arguments, parts in [
            (["logistic", *AXES[:2], "--out", good], ["--y"]),
            (["logistic", *AXES[2:], "--out", good], ["--x"]),
            (["logistic", *AXES], ["--out"]),
            (["logistic", *AXES, "--out", self.folder / "map.txt"], ["--out", "map.txt", ".npz", ".png"]),
            (["logistic", *AXES, "--out", self.folder], ["--out"]),
            (["logistic", "--x", "lr", "--y", "k=2:3:2", "--out", good], ["--x", "lr", "NAME=LOW:HIGH:COUNT"]),
            (["logistic", "--x", "lrr=1:2:2", "--y", "k=2:3:2", "--out", good], ["--x", "lrr", "lr"]),
            (["logistic", "--x", "lr=0:2:2", "--y", "k=2:3:2", "--out", good], ["--x", "lr", "0"]),
            (["logistic", "--x", "lr=1:2:2", "--y", "lr=1:2:2", "--out", good], ["lr", "axis"]),
            (["logistic", *AXES, "--set", "lr=1", "--out", good], ["lr", "axis"]),
            (["logistic", *AXES, "--measure", "entropie", "--out", good], ["--measure", "entropie", "entropy"]),
            (["logistic", *AXES, "--count", "0", "--out", good], ["--count", '"0"']),
            (["logistic", *AXES, "--threads", "x", "--out", good], ["--threads"]),
            (["logistic", *AXES, "--format", "json", "--out", good], ["--format"]),
        ]:
            self.refuse(["map", *arguments], *parts)
            self.assert_empty_folder()

    def interrupted(self, file):
        command = [PROGRAM, "map", "logistic", "--x", "lr=0.01:10:200:log", "--y", "V_scale=0.1:2:200", "--steps", "200000",
                   "--out", str(self.folder / file)]  # fmt: skip
        with start(command) as run:
            wait_until_computing(run, seconds=2)
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, INTERRUPTED, errors)
        self.assertIn("interrupted after", errors)

    def test_a_signal_stops_it_and_what_was_computed_is_written(self):
        self.interrupted("map.npz")
        arrays = dict(np.load(self.folder / "map.npz"))
        computed = arrays["computed"] == 1
        self.assertEqual(json.loads(arrays["summary"].tobytes())["status"], "interrupted")
        self.assertFalse(computed.all())
        self.assertTrue(np.isfinite(arrays["z"][computed]).all())
        self.assertTrue(np.isnan(arrays["z"][~computed]).all())
        self.interrupted("map.png")
        self.assertTrue((self.folder / "map.png").read_bytes().startswith(b"\x89PNG"))


if __name__ == "__main__":
    unittest.main()
