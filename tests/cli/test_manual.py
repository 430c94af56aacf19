"""The manual page and the completions of the shells, which are made from the definition of the command line."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

from program import ProgramTest

FOLDER = Path(os.environ["POLARIZE_MANUAL"])

# Completes the line given as its argument as bash does on the tab key, and shows what is proposed, one to a line.
DRIVER = """
source "$1"
COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
COMP_LINE=$2
COMP_POINT=${#2}
_polarize
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(line, folder="/"):
    """What bash proposes for `line`."""
    driver = ["bash", "--norc", "-c", DRIVER, "bash", FOLDER / "polarize.bash", line]
    result = subprocess.run(driver, cwd=folder, capture_output=True, text=True, check=True)
    assert result.stderr == "", result.stderr
    return result.stdout.split("\n")[:-1] if result.stdout != "\n" else []


class Bash(ProgramTest):
    def test_commands_are_proposed(self):
        self.assertEqual(completed("polarize ver"), ["verify", "version"])
        self.assertIn("--version", completed("polarize "))

    def test_experiments_are_proposed_where_a_command_takes_one(self):
        every = [row["id"] for row in self.experiments()]
        self.assertEqual(completed("polarize run "), every)
        self.assertEqual(completed("polarize run --format csv log"), ["logistic"])
        self.assertEqual(completed("polarize run logistic "), [])
        self.assertEqual(completed("polarize version "), [])
        flows = [row["id"] for row in self.flows()]
        for command in ["ensemble", "map", "verify"]:
            self.assertEqual(completed(f"polarize {command} "), flows)

    def test_every_parameter_of_an_experiment_is_proposed(self):
        for row in self.experiments():
            proposed = {word.split("=")[0] for word in completed(f"polarize run {row['id']} --set ")}
            self.assertEqual(proposed, {parameter["name"] for parameter in row["parameters"]}, row["id"])

    def test_choices_are_proposed_behind_the_equals_sign(self):
        self.assertEqual(completed("polarize run logistic --set map=soft"), ["softmax", "softmax_plus_one", "softpick"])
        self.assertEqual(completed("polarize run logistic --set lr=0"), [])

    def test_words_of_options_are_proposed(self):
        self.assertIn("--checkpoint", completed("polarize run induction --ch"))
        self.assertEqual(completed("polarize run logistic --format "), ["table", "json", "csv", "npz"])
        self.assertEqual(completed("polarize ensemble logistic --format=j"), ["json"])
        self.assertEqual(completed("polarize run kl --until "), ["t=", "log10t=", "tau="])
        self.assertEqual(completed("polarize map logistic --x l"), ["lr="])
        self.assertEqual(completed("polarize run logistic --seed "), [])

    def test_files_are_proposed_where_an_option_takes_one(self):
        (self.folder / "start.npz").touch()
        (self.folder / "some").mkdir()
        self.assertEqual(sorted(completed("polarize run logistic --init s", self.folder)), ["some", "start.npz"])
        self.assertEqual(completed("polarize run logistic --out s", self.folder), ["some"])


class OtherShells(ProgramTest):
    def test_they_are_told_every_option_of_the_command_line(self):
        help_text = self.succeed("run", "--help")
        options = {word for word in help_text.split() if word.startswith("--") and word[2:].isalpha()}
        self.assertIn("--set", options)
        for name, form in [("_polarize", "{}"), ("polarize.fish", "-l {}")]:
            text = (FOLDER / name).read_text()
            for option in options:
                self.assertIn(form.format(option if name == "_polarize" else option[2:]), text)

    def test_they_understand_their_scripts(self):
        for shell, name in [("zsh", "_polarize"), ("fish", "polarize.fish")]:
            if shutil.which(shell):
                subprocess.run([shell, "-n", FOLDER / name], check=True)


class ManualPage(ProgramTest):
    def test_it_is_shown_without_warnings(self):
        command = ["man", "--warnings", "-E", "UTF-8", "-l", FOLDER / "polarize.1"]
        result = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "MANWIDTH": "100"})
        self.assertEqual(result.stderr, "")
        for heading in ["NAME", "SYNOPSIS", "COMMANDS", "EXPERIMENTS"]:
            self.assertIn(f"\n{heading}\n", result.stdout)
        for row in self.experiments():
            self.assertIn(row["id"], result.stdout)


if __name__ == "__main__":
    unittest.main()
