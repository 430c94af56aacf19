"""Where results go: standard output, --out, and what happens when neither can take them."""

import json
import os
import resource
import stat
import subprocess
import unittest

from program import DIVERGED, FAILED, FINISHED, PATIENCE, PROGRAM, SHORT, ProgramTest, polarize

ENDINGS = {"table": "txt", "json": "json", "csv": "csv", "npz": "npz"}

# A run that would take hours: a test that gets an answer has got it before anything was computed.
ENDLESS = ["run", "logistic", "--steps", "1e12"]


class Folder(ProgramTest):
    def test_every_format_writes_its_file_and_names_it_on_standard_error(self):
        for format, ending in ENDINGS.items():
            result = polarize(*SHORT, "--format", format, "--out", self.folder)
            path = self.folder / f"logistic.{ending}"
            self.assertEqual((result.returncode, result.stdout, result.stderr), (FINISHED, "", f"{path}\n"))
            self.assertGreater(path.stat().st_size, 100)
        written = {path.suffix for path in self.folder.iterdir()}
        self.assertEqual(written, {f".{ending}" for ending in ENDINGS.values()})

    def test_file_holds_what_standard_output_would_show(self):
        polarize(*SHORT, "--format", "csv", "--out", self.folder)
        self.assertEqual((self.folder / "logistic.csv").read_text(), self.succeed(*SHORT, "--format", "csv"))

    def test_folders_are_created(self):
        folder = self.folder / "a" / "b"
        self.assertEqual(polarize(*SHORT, "--out", folder).returncode, FINISHED)
        self.assertTrue((folder / "logistic.txt").is_file())

    def test_a_link_is_followed_and_a_mode_kept(self):
        kept = self.folder / "kept.json"
        kept.write_text("old")
        kept.chmod(0o600)
        link = self.folder / "logistic.json"
        link.symlink_to("kept.json")
        polarize(*SHORT, "--format", "json", "--out", self.folder)
        self.assertTrue(link.is_symlink())
        self.assertEqual(json.loads(kept.read_text())["experiment"], "logistic")
        self.assertEqual(stat.S_IMODE(kept.stat().st_mode), 0o600)

    def test_what_is_no_regular_file_is_left_alone(self):
        pipe = self.folder / "logistic.json"
        os.mkfifo(pipe)
        self.refuse([*SHORT, "--format", "json", "--out", self.folder], "--out", str(pipe), "regular file")
        self.assertTrue(stat.S_ISFIFO(pipe.stat().st_mode))

    def test_a_new_file_is_open_to_whom_the_mask_allows(self):
        path = self.folder / "logistic.json"
        mask = os.umask(0o027)
        try:
            self.assertEqual(polarize(*SHORT, "--format", "json", "--out", self.folder).returncode, FINISHED)
        finally:
            os.umask(mask)
        self.assertEqual(json.loads(path.read_text())["status"], "finished")
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o640)

    def test_bad_input_creates_no_folder(self):
        folder = self.folder / "new"
        for arguments in [["--set", "lr=x"], ["--init", self.folder / "missing.npz"], ["--format", "xml"]]:
            self.refuse([*SHORT, *arguments, "--out", folder], "polarize")
        self.assert_empty_folder()


class UnwritableFolder(ProgramTest):
    """Refused before anything is computed."""

    def test_a_file_is_in_the_way(self):
        place = self.folder / "file"
        place.write_text("mine")
        for folder in [place, place / "below"]:
            self.refuse([*ENDLESS, "--out", folder], "--out", str(folder))
        self.assertEqual(place.read_text(), "mine")

    def test_a_folder_has_the_files_name(self):
        (self.folder / "logistic.json").mkdir()
        self.refuse([*ENDLESS, "--format", "json", "--out", self.folder], "--out", "logistic.json")

    def test_system_folder_and_empty_name(self):
        self.refuse([*ENDLESS, "--out", "/proc/polarize"], "--out", "/proc/polarize")
        self.refuse([*ENDLESS, "--out", "/proc"], "--out", "/proc/logistic.txt")
        self.refuse([*ENDLESS, "--out", ""], "--out", '""')

    def test_folder_without_permission(self):
        self.folder.chmod(0o555)
        self.addCleanup(self.folder.chmod, 0o755)
        other_user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        for folder in [self.folder, self.folder / "new"]:
            self.refuse([*ENDLESS, "--out", folder], "--out", str(folder), "Permission denied", **other_user)
        self.assert_empty_folder()


class FullDisk(ProgramTest):
    """A file-size limit refuses a write as a full disk does."""

    @staticmethod
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    def test_nothing_stays_of_a_file_that_does_not_fit(self):
        for format in ["table", "json", "csv", "npz"]:
            steps = "100000" if format == "table" else "5000"
            limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))) if format == "table" else self.limit
            arguments = ["run", "logistic", "--steps", steps, "--format", format, "--out", self.folder]
            self.refuse(arguments, "logistic.", "File too large", code=FAILED, preexec_fn=limit)
            self.assert_empty_folder()

    def test_the_old_file_survives(self):
        path = self.folder / "logistic.json"
        path.write_text("old")
        arguments = [*SHORT, "--format", "json", "--out", self.folder]
        self.refuse(arguments, "logistic.json", code=FAILED, preexec_fn=self.limit)
        self.assertEqual([path.read_text() for path in self.folder.iterdir()], ["old"])

    def test_standard_output_on_a_full_device(self):
        for arguments in [SHORT, [*SHORT, "--format", "json"], ["list"], ["info", "kl"], ["version"], ["--help"]]:
            with open("/dev/full", "w") as full:
                result = polarize(*arguments, stdout=full)
            self.assertEqual(result.returncode, FAILED)
            self.assert_one_line(result.stderr, "standard output", "No space left")


class ClosedStreams(ProgramTest):
    def test_reader_who_leaves_is_no_error(self):
        for arguments in [
            ["run", "logistic", "--steps", "5000", "--samples", "5000", "--format", "json"],
            ["run", "logistic", "--steps", "5000", "--samples", "5000", "--format", "csv"],
            [*SHORT],
            ["list", "--json"],
            ["run", "--help"],
        ]:
            reader, writer = os.pipe()
            os.close(reader)
            with os.fdopen(writer, "w") as pipe:
                result = polarize(*arguments, stdout=pipe)
            self.assertEqual((result.returncode, result.stderr), (FINISHED, ""), arguments)

    def test_reader_who_leaves_in_the_middle(self):
        command = [PROGRAM, "run", "logistic", "--steps", "5000", "--samples", "5000", "--format", "json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            self.assertEqual(process.stdout.read(2), b"{\n")
            process.stdout.close()
            self.assertEqual((process.wait(PATIENCE), process.stderr.read()), (FINISHED, b""))

    def test_streams_that_the_caller_closed(self):
        result = polarize(*SHORT, "--format", "json", stdout=None, preexec_fn=lambda: os.close(1))
        self.assertEqual(result.returncode, FAILED)
        self.assert_one_line(result.stderr, "standard output")
        streams = {"stdin": None, "stdout": None, "stderr": None}
        result = polarize(*SHORT, "--out", self.folder, **streams, preexec_fn=lambda: os.closerange(0, 3))
        self.assertEqual(result.returncode, FINISHED)
        self.assertIn("logistic", (self.folder / "logistic.txt").read_text())


class StuckRun(ProgramTest):
    # The weights of this flow grow beyond all bounds before its end.
    ARGUMENTS = ["run", "custom", "--set", "map=sum", "--set", "dynamics=flow", "--until", "tau=1000"]

    def test_last_state_is_written_and_marked(self):
        result = polarize(*self.ARGUMENTS, "--format", "json")
        self.assertEqual(result.returncode, DIVERGED)
        record = json.loads(result.stdout)
        self.assertEqual(record["status"], "stuck")
        self.assertNotIn("diverged", record)
        self.assertEqual(record["stuck"]["step"], record["steps"] + 1)
        self.assert_one_line(result.stderr, "custom", f"stuck at step {record['stuck']['step']}", record["stuck"]["reason"])


class DivergedRun(ProgramTest):
    # A step size far beyond what the square loss bears.
    ARGUMENTS = ["run", "normalisers-square", "--set", "lr=100", "--set", "map=identity", "--steps", "100000"]

    def test_last_finite_state_is_written_and_marked(self):
        result = polarize(*self.ARGUMENTS, "--format", "json")
        self.assertEqual(result.returncode, DIVERGED)
        self.assert_one_line(result.stderr, "diverged", "normalisers-square")
        record = json.loads(result.stdout, parse_constant=self.fail)
        self.assertEqual(record["status"], "diverged")
        self.assertEqual(set(record["diverged"]), {"step", "quantity"})
        self.assertIn(record["diverged"]["quantity"], ["V", "a", "loss"])
        self.assertGreater(record["diverged"]["step"], 0)
        self.assertLess(record["diverged"]["step"], 100000)
        self.assertIn(str(record["diverged"]["step"]), result.stderr)
        self.assertNotIn("null", result.stdout)

    def test_every_other_format_writes_it_too(self):
        for format, ending in ENDINGS.items():
            result = polarize(*self.ARGUMENTS, "--format", format, "--out", self.folder)
            self.assertEqual(result.returncode, DIVERGED)
            text = (self.folder / f"normalisers-square.{ending}").read_bytes().lower()
            self.assertEqual(b"diverged" in text, format != "csv")
            if format != "npz":
                self.assertNotRegex(text, rb"\b(nan|inf)\b")


if __name__ == "__main__":
    unittest.main()
