"""Pipes: what a shell joins by <(…), >(…), | and named pipes is read and written like files."""

import io
import json
import os
import signal
import subprocess
import threading
import unittest

import numpy as np
from program import BAD_INPUT, FINISHED, PATIENCE, PROGRAM, SHORT, ProgramTest, polarize
from test_files import BRIEF_TRAINING, ENDLESS_TRAINING

BRIEF_MAP = ["map", "logistic", "--x", "lr=1:2:2", "--y", "V_scale=1:2:2", "--steps", "5"]


def shell(script, *arguments):
    """Runs `script` in bash, where "$P" is the program and "$1", "$2", … the arguments."""
    return subprocess.run(
        ["bash", "-c", script, "bash", *map(str, arguments)],
        env={**os.environ, "P": PROGRAM}, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


class Input(ProgramTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "start.npz"
        np.savez(self.path, V=np.arange(12.0).reshape(3, 4) / 10, a=np.zeros(4))
        self.expected = self.run_json("logistic", "--steps", "5", "--init", self.path)["alpha"]

    def check(self, script, *arguments):
        result = shell(script, *arguments)
        self.assertEqual((result.returncode, result.stderr), (FINISHED, b""))
        self.assertEqual(json.loads(result.stdout)["alpha"], self.expected)

    def test_substitution_standard_input_and_descriptors(self):
        run = '"$P" run logistic --steps 5 --json --init '
        self.check(run + '<(cat "$1")', self.path)
        for name in ["-", "/dev/stdin", "/dev/fd/0"]:
            self.check(f'cat "$1" | {run} {name}', self.path)
            self.check(f'{run} {name} < "$1"', self.path)
        self.check(run + '/dev/fd/5 5< "$1"', self.path)
        self.check(f'(sleep 0.1; cat "$1") | {run} -', self.path)

    def test_a_named_pipe(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        self.check('cat "$1" > "$2" & "$P" run logistic --steps 5 --json --init "$2"', self.path, pipe)

    def test_everything_that_training_reads(self):
        sequences, order = self.folder / "data.npy", self.folder / "order.npy"
        ids = np.random.default_rng(1).permuted(np.tile(np.arange(1, 14), (64, 1)), axis=1)
        np.save(sequences, ids.astype(np.int16))
        np.save(order, np.arange(64)[::-1])
        weights, checkpoint = self.folder / "w.safetensors", self.folder / "c.safetensors"
        given = ["--data", sequences, "--order", order]
        self.succeed(*BRIEF_TRAINING, *given, "--weights", weights, "--checkpoint", checkpoint)
        losses = self.losses(*BRIEF_TRAINING, *given, "--init", weights)
        script = '"$P" "${@:4}" --json --data <(cat "$1") --order - --init <(cat "$3") < "$2"'
        result = shell(script, sequences, order, weights, *BRIEF_TRAINING)
        self.assertEqual((result.returncode, result.stderr), (FINISHED, b""))
        self.assertEqual(json.loads(result.stdout)["history"]["loss"], losses)
        resume = ["run", "induction", *given, "--set", "epochs=2"]
        losses = self.losses(*resume, "--resume", checkpoint)
        result = shell('cat "$1" | "$P" "${@:2}" --json --resume -', checkpoint, *resume)
        self.assertEqual((result.returncode, result.stderr), (FINISHED, b""))
        self.assertEqual(json.loads(result.stdout)["history"]["loss"], losses)

    def losses(self, *arguments):
        return json.loads(self.succeed(*arguments, "--json"))["history"]["loss"]

    def test_what_gives_no_file_is_refused(self):
        run = '"$P" run logistic --init '
        for script, part in [(run + "<(true)", b".npz"), ("true | " + run + "-", b"standard input: "), (run + "- < /dev/null", b"not a file or a pipe"),
                             (run + "/dev/zero", b"not a file or a pipe"), ("head -c 200 \"$1\" | " + run + "-", b"standard input: "),
                             (run + "- <&-", b"standard input")]:  # fmt: skip
            result = shell(script, self.path)
            self.assertEqual(result.returncode, BAD_INPUT, script)
            self.assertIn(part, result.stderr)
            self.assertEqual(result.stderr.count(b"\n"), 1)

    def test_standard_input_is_for_one_option(self):
        self.refuse([*BRIEF_TRAINING, "--data", "-", "--order", "/dev/stdin"], "--order", "is the file of --data", "standard input")

    def test_a_pipe_that_never_ends_is_not_read_for_ever(self):
        result = shell('head -c 20M /dev/zero | "$P" run logistic --init -')
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn(b"standard input: cannot be read as a .npz file", result.stderr)


class Output(ProgramTest):
    def test_a_minus_is_standard_output(self):
        expected = self.succeed(*SHORT, "--format", "csv")
        for name in ["-", "/dev/stdout"]:
            self.assertEqual(self.succeed(*SHORT, "--format", "csv", "--out", name), expected)
        ensemble = ["ensemble", "logistic", "--count", "8", "--steps", "50", "--json", "--out", "-"]
        self.assertEqual(json.loads(self.succeed(*ensemble))["count"], 8)
        self.assert_empty_folder()

    def test_weights_go_into_pipes(self):
        path = self.folder / "weights"
        self.succeed(*BRIEF_TRAINING, "--weights", path)
        result = shell('"$P" "${@:2}" --out "$1" --weights - ', self.folder, *BRIEF_TRAINING)
        self.assertEqual((result.returncode, result.stdout), (FINISHED, path.read_bytes()))
        # The shell has ended when the pipe has been read: both ends of its output are the reader's, too.
        result = shell('"$P" "${@}" --json --weights >(cat >&2)', *BRIEF_TRAINING)
        self.assertEqual((result.returncode, result.stderr), (FINISHED, path.read_bytes()))
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        read = []
        reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
        reader.start()
        self.succeed(*BRIEF_TRAINING, "--weights", pipe)
        reader.join(PATIENCE)
        self.assertEqual(read, [path.read_bytes()])

    def test_a_reader_who_leaves_a_pipe_is_no_error(self):
        result = shell('"$P" "${@}" --weights >(true)', *BRIEF_TRAINING)
        self.assertEqual((result.returncode, result.stderr), (FINISHED, b""))

    def test_nothing_is_kept_by_the_null_device(self):
        self.succeed(*BRIEF_TRAINING, "--weights", "/dev/null")

    def test_maps_go_to_standard_output_in_every_format(self):
        data = self.succeed(*BRIEF_MAP, "--format", "npz", "--out", "-", text=False)
        z = np.load(io.BytesIO(data))["z"]
        self.assertEqual(z.shape, (2, 2))
        self.assertTrue(self.succeed(*BRIEF_MAP, "--format", "png", text=False).startswith(b"\x89PNG"))
        shown = json.loads(self.succeed(*BRIEF_MAP, "--json"))
        self.assertEqual((shown["z"], shown["x"]["values"]), (z.tolist(), [1, 2]))
        self.refuse([*BRIEF_MAP, "--out", "-"], "--out", '"-"', "--format")

    def test_two_things_do_not_share_standard_output(self):
        self.refuse([*ENDLESS_TRAINING, "--weights", "-"], "--weights", "is the file of the result", "--out FOLDER")
        self.refuse([*ENDLESS_TRAINING, "--out", "-", "--weights", "/dev/stdout"], "--weights", "the result")

    def test_a_checkpoint_cannot_be_a_pipe(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for path in [pipe, "/dev/null"]:
            self.refuse([*ENDLESS_TRAINING, "--checkpoint", path], "--checkpoint", str(path), "a regular file")
        arguments = [*ENDLESS_TRAINING, "--out", self.folder, "--checkpoint", "-"]
        self.refuse(arguments, "--checkpoint", '"-"', "a regular file")


class Interrupt(ProgramTest):
    def test_a_signal_ends_the_wait_for_a_pipe(self):
        """Whether the program hears it or is ended by it: nobody waits for a writer who never comes."""
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        with subprocess.Popen([PROGRAM, "run", "logistic", "--init", pipe], stderr=subprocess.PIPE) as process:
            with open(pipe, "wb"):  # returns once the program has the other end
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=PATIENCE)
        self.assertIn(process.returncode, [130, -signal.SIGINT])


if __name__ == "__main__":
    unittest.main()
