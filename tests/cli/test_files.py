"""Files that are replaced: complete or not at all, and only what may be replaced."""

import fcntl
import json
import os
import shutil
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import FINISHED, SHORT, ProgramTest, polarize

# Runs that would take hours: a test that gets an answer has got it before anything was computed.
ENDLESS = ["run", "logistic", "--steps", "1e12", "--format", "json"]
ENDLESS_TRAINING = ["run", "induction", "--set", "epochs=1e4"]
BRIEF_TRAINING = ["run", "induction"]
for size in ["d=16", "heads=2", "sequences=64", "batch=32", "evaluation_sequences=30", "epochs=1"]:
    BRIEF_TRAINING += ["--set", size]

OTHER_USER = {"user": 65534, "group": 65534, "extra_groups": []}


class Target(ProgramTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "logistic.json"

    def write(self, **options):
        result = polarize(*SHORT, "--format", "json", "--out", self.folder, **options)
        self.assertEqual((result.returncode, result.stderr), (FINISHED, f"{self.path}\n"))
        self.assertEqual(json.loads(self.path.read_text())["experiment"], "logistic")

    def test_a_read_only_file_is_refused_before_the_work(self):
        self.path.write_text("mine")
        self.path.chmod(0o444)
        self.refuse([*ENDLESS, "--out", self.folder], "--out", str(self.path), "read-only")
        weights = self.folder / "weights"
        weights.touch(0o400)
        for option in ["--weights", "--checkpoint"]:
            self.refuse([*ENDLESS_TRAINING, option, weights], option, str(weights), "read-only")
        self.assertEqual(self.path.read_text(), "mine")

    @unittest.skipIf(os.geteuid() != 0, "needs two users")
    def test_a_file_that_another_user_may_not_write_is_refused_before_the_work(self):
        self.folder.chmod(0o777)
        self.path.write_text("mine")
        self.path.chmod(0o644)
        self.refuse([*ENDLESS, "--out", self.folder], "--out", str(self.path), "Permission denied", **OTHER_USER)
        self.assertEqual(self.path.read_text(), "mine")

    @unittest.skipIf(os.geteuid() != 0, "needs two users")
    def test_another_users_file_in_a_sticky_folder_is_written_in_place(self):
        # A shared group, so that the system's own protection of such folders does not answer first.
        os.chown(self.folder, 12345, 12345)
        self.folder.chmod(0o1777)
        self.path.write_text("old" * 10000)
        os.chown(self.path, 12345, 12345)
        self.path.chmod(0o666)
        before = self.path.stat().st_ino
        self.write(**OTHER_USER)
        self.assertEqual((self.path.stat().st_ino, self.path.stat().st_uid), (before, 12345))
        self.assertEqual([entry.name for entry in self.folder.iterdir()], [self.path.name])

    @unittest.skipIf(os.geteuid() != 0, "needs two users")
    def test_a_file_in_a_folder_that_takes_no_new_one_is_written_in_place(self):
        self.path.write_text("old" * 10000)
        self.path.chmod(0o666)
        self.folder.chmod(0o755)
        self.write(**OTHER_USER)

    @unittest.skipIf(os.geteuid() != 0, "needs to mount")
    def test_a_file_that_is_mounted_by_itself_is_written_in_place(self):
        source = self.folder / "source"
        source.write_text("old" * 10000)
        self.path.touch()
        if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("no mount namespaces here")
        script = 'mount --bind "$1" "$2" || exit 77; shift 2; exec "$@"'
        command = ["unshare", "--mount", "sh", "-c", script, "sh", source, self.path, os.environ["POLARIZE_PROGRAM"]]
        result = subprocess.run(
            [*command, *SHORT, "--format", "json", "--out", self.folder], capture_output=True, text=True, check=False
        )
        if result.returncode == 77:
            self.skipTest("no mounts here")
        self.assertEqual((result.returncode, result.stderr), (FINISHED, f"{self.path}\n"))
        self.assertEqual(json.loads(source.read_text())["experiment"], "logistic")
        self.assertEqual(sorted(entry.name for entry in self.folder.iterdir()), ["logistic.json", "source"])

    def test_a_file_keeps_its_owner(self):
        if os.geteuid() != 0:
            self.skipTest("needs two users")
        self.path.touch(0o640)
        os.chown(self.path, 12345, 23456)
        self.write()
        status = self.path.stat()
        self.assertEqual((status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)), (12345, 23456, 0o640))

    def test_the_longest_names_work(self):
        for letter in ["x", "ü"]:
            name = letter * ((255 - len(".npz")) // len(letter.encode()))
            result = polarize("map", "logistic", "--x", "lr=1:2:2", "--y", "V_scale=1:2:2", "--steps", "5", "--out",
                              self.folder / f"{name}.npz")  # fmt: skip
            self.assertEqual(result.returncode, FINISHED, result.stderr)
        self.assertEqual(len(list(self.folder.iterdir())), 2)
        too_long = self.folder / ("x" * 256)
        self.refuse([*ENDLESS_TRAINING, "--weights", too_long], "--weights", "File name too long")

    def test_a_link_that_leads_back_to_itself_is_refused(self):
        self.path.symlink_to(self.path.name)
        self.refuse([*ENDLESS, "--out", self.folder], "--out", str(self.path), "symbolic links")


class Abandoned(ProgramTest):
    """What killed programs leave is taken away by the next; what a living one writes is not."""

    def setUp(self):
        super().setUp()
        self.part = self.folder / ".logistic.json.1234-0.part"
        self.part.write_text("half")

    def write(self):
        self.assertEqual(polarize(*SHORT, "--format", "json", "--out", self.folder).returncode, FINISHED)

    def test_an_abandoned_file_is_removed(self):
        self.write()
        self.assertEqual([entry.name for entry in self.folder.iterdir()], ["logistic.json"])

    def test_that_of_a_living_program_is_kept(self):
        with self.part.open("r+") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            self.write()
            self.assertEqual(self.part.read_text(), "half")
        self.write()
        self.assertFalse(self.part.exists())

    def test_files_of_other_names_are_kept(self):
        names = [".logistic.json.x-0.part", ".logistic.json.12.part", ".logistic.json.1-2.part.old", ".other.json.1-0.part"]
        for name in names:
            (self.folder / name).touch()
        self.write()
        self.assertEqual({entry.name for entry in self.folder.iterdir()}, {"logistic.json", *names})


class Separate(ProgramTest):
    """Two outputs that are one file, in whatever guise, are refused before the work."""

    def refuse_both(self, one, other):
        self.refuse([*ENDLESS_TRAINING, "--checkpoint", one, "--weights", other], "--weights", "is the file of --checkpoint")

    def test_links_of_every_kind(self):
        path = self.folder / "file"
        link = self.folder / "link"
        link.symlink_to("file")
        self.refuse_both(path, link)
        self.refuse_both(link, path)
        second = self.folder / "second"
        second.symlink_to("link")
        self.refuse_both(second, path)
        real = self.folder / "real"
        real.mkdir()
        alias = self.folder / "alias"
        alias.symlink_to("real")
        self.refuse_both(real / "file", alias / "file")
        path.touch()
        hard = self.folder / "hard"
        hard.hardlink_to(path)
        self.refuse_both(path, hard)
        (real / "linked").symlink_to("../hard")
        self.refuse_both(path, alias / "linked")

    def test_a_result_in_a_folder_behind_a_link(self):
        real = self.folder / "real"
        real.mkdir()
        (self.folder / "alias").symlink_to("real")
        arguments = [*ENDLESS_TRAINING, "--format", "npz", "--out", self.folder / "alias"]
        self.refuse([*arguments, "--weights", real / "induction.npz"], "--out", "is the file of --weights")

    def test_standard_output_and_the_file_behind_it(self):
        path = self.folder / "file"
        with path.open("w") as out:
            self.refuse([*ENDLESS_TRAINING, "--weights", path], "--weights", "is the file of the result", stdout=out)


class CheckpointInterval(ProgramTest):
    def test_0_writes_after_every_update(self):
        """Each write has a number of its own, so that a killed run loses no update that was finished."""
        path = self.folder / "c.safetensors"
        often = self.writes(path, "--checkpoint-every", "0")
        seldom = self.writes(path, "--checkpoint-every", "1000")
        self.assertEqual((often, seldom), (3, 1))  # two updates and the end

    def writes(self, path, *arguments):
        """How often a run renames a file to `path`."""
        if shutil.which("strace") is None:
            self.skipTest("needs strace")
        with tempfile.NamedTemporaryFile() as trace:
            command = ["strace", "-f", "-o", trace.name, "-e", "trace=rename,renameat,renameat2"]
            command += [os.environ["POLARIZE_PROGRAM"], *BRIEF_TRAINING, "--checkpoint", str(path), *arguments]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            return Path(trace.name).read_text().count(f'"{path}"')

    def test_values_that_are_no_time_are_refused(self):
        for text in ["-1", "soon", "nan", "1e10", ""]:
            arguments = [*ENDLESS_TRAINING, "--checkpoint", self.folder / "c", "--checkpoint-every", text]
            self.refuse(arguments, "--checkpoint-every", f'"{text}"', "seconds from 0 to 1e9")
        self.refuse([*ENDLESS_TRAINING, "--checkpoint-every", "1"], "--checkpoint-every", "with --checkpoint FILE")
        self.refuse([*ENDLESS, "--checkpoint-every", "1"], "--checkpoint-every", "logistic")
        self.assert_empty_folder()


if __name__ == "__main__":
    unittest.main()
