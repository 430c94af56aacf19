"""Bad input: exit code 2 and one line that names the field, the value and what is allowed."""

import subprocess
import unittest

from program import PROGRAM, SHORT, ProgramTest


class Commands(ProgramTest):
    def test_no_command(self):
        self.refuse([], "command", "list, info, run, verify, ensemble, map, version")

    def test_unknown_command_suggests_the_nearest(self):
        self.refuse(["runn", "logistic"], "command", '"runn"', "list, info, run, verify, ensemble, map, version", 'did you mean "run"?')

    def test_unknown_option_of_the_program(self):
        self.refuse(["--verson"], '"--verson"', 'did you mean "--version"?')
        self.refuse(["--fast", "run", "logistic"], '"--fast"')

    def test_argument_too_many(self):
        self.refuse(["list", "all"], "list", '"all"')
        self.refuse(["version", "now"], "version", '"now"')
        self.refuse(["run", "logistic", "kl"], "run", '"kl"')
        self.refuse(["run", "logistic", "list"], "run", '"list"')


class Experiments(ProgramTest):
    def test_missing_id(self):
        self.refuse(["run"], "ID", "polarize list")
        self.refuse(["info"], "ID", "polarize list")
        self.refuse(["run", ""], '""', "logistic, ")

    def test_unknown_id_suggests_the_nearest(self):
        for command in ["run", "info"]:
            self.refuse([command, "logistik"], '"logistik"', "normalisers-square", 'did you mean "logistic"?')
            for id in ["Logistic", "LOGISTIC"]:
                self.refuse([command, id], f'"{id}"', 'did you mean "logistic"?')

    def test_id_far_from_all_names_what_is_allowed(self):
        self.assertNotIn("did you mean", self.refuse(["run", "qqqqqqqqqqqqqqqqqqqqqqqqq"], "logistic, "))


class Options(ProgramTest):
    def test_unknown_option_suggests_the_nearest(self):
        self.refuse(["run", "logistic", "--stesp", "5"], '"--stesp"', 'did you mean "--steps"?')
        self.refuse(["run", "logistic", "--sampels=5"], '"--sampels"', 'did you mean "--samples"?')
        self.refuse(["info", "logistic", "--jsn"], '"--jsn"', 'did you mean "--json"?')

    def test_option_without_value(self):
        for option in ["--set", "--seed", "--steps", "--samples", "--init", "--out", "--format"]:
            self.refuse(["run", "logistic", option], option, "no value")

    def test_value_for_a_flag(self):
        for value in ["maybe", "5", "false"]:
            self.refuse(["list", f"--json={value}"], "--json", "no value")
            self.refuse(["ensemble", "logistic", f"--until-polarised={value}"], "--until-polarised", "no value")

    def test_option_given_twice(self):
        for option, value in [("--init", "x.npz"), ("--out", "x"), ("--format", "json")]:
            self.refuse(["run", "logistic", option, value, option, value], option, f'"{value}"', "once")
        self.refuse(["run", "logistic", "--seed", "1", "--seed", "2"], "seed", '"2"', "once")
        self.refuse(["run", "logistic", "--seed", "1", "--set", "seed=2"], "seed", '"2"', "once")

    def test_unknown_format_suggests_the_nearest(self):
        self.refuse([*SHORT, "--format", "jsn"], "--format", '"jsn"', "table, json, csv, npz", 'did you mean "json"?')
        self.refuse([*SHORT, "--format", ""], "--format", '""')


class Parameters(ProgramTest):
    def test_unknown_parameter_suggests_the_nearest(self):
        self.refuse(["run", "logistic", "--set", "V_scael=1"], "V_scael", 'did you mean "V_scale"?', "lr")

    def test_missing_equals_sign(self):
        self.refuse(["run", "logistic", "--set", "lr"], "--set", '"lr"', "NAME=VALUE")
        self.refuse(["run", "logistic", "--set", ""], "--set", '""')

    def test_missing_name_or_value(self):
        self.refuse(["run", "logistic", "--set", "=1"], '""')
        self.refuse(["run", "logistic", "--set", "lr="], "lr", '""')

    def test_not_a_number(self):
        for text in ["fast", "0.1x", "1e", "--1", "0x10", "nan", "inf", "-inf", "1,5", " 1", "1 "]:
            self.refuse(["run", "logistic", "--set", f"lr={text}"], "lr", f'"{text}"')

    def test_not_a_whole_number(self):
        for text in ["ten", "0x5", "5 ", "1_000"]:
            self.refuse(["run", "logistic", "--steps", text], "steps", f'"{text}"')
        self.refuse(["run", "logistic", "--steps", "1.5"], "steps", "1.5", "integer")

    def test_out_of_range(self):
        for assignment in ["lr=-1", "lr=0", "lr=1e+300", "k=0", "k=-3", "k=4097", "d=0"]:
            self.refuse(["run", "logistic", "--set", assignment], *assignment.split("="), "allowed")
        for text in ["1e999", "-1e999", "1e-999"]:
            self.refuse(["run", "logistic", "--set", f"V_scale={text}"], "V_scale", f'"{text}"', "out of range")
        self.refuse(["run", "logistic", "--seed", "-1"], "seed", "-1")
        self.refuse(["run", "logistic", "--seed", "4294967296"], "seed", "4294967296")
        self.refuse(["run", "logistic", "--steps", "-1"], "steps", "-1")
        self.refuse(["run", "logistic", "--samples", "0"], "samples", "0")

    def test_unknown_choice_suggests_the_nearest(self):
        self.refuse(["run", "logistic", "--set", "map=softmx"], "map", '"softmx"', "sigmoid", 'did you mean "softmax"?')
        self.refuse(["run", "custom", "--set", "loss=1"], "loss", '"1"', "square")


class OneLine(ProgramTest):
    def test_whatever_is_quoted_stays_one_line(self):
        for text in ["a\nb", "a\rb", "a\x1b[31mb", "\n"]:
            self.refuse(["run", text], "experiment")
            self.refuse(["run", "logistic", "--set", text + "=1"], "polarize")
            self.refuse(["run", "logistic", "--set", "lr=" + text], "lr")
            self.refuse(["run", "logistic", "--init", text], "--init")
            self.refuse([text], "command")
            self.refuse(["run", "logistic", "--" + text], "polarize")

    def test_bytes_that_are_not_text(self):
        result = subprocess.run([PROGRAM, "run", b"\xff\xfe"], capture_output=True, timeout=60, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.count(b"\n"), 1)


if __name__ == "__main__":
    unittest.main()
