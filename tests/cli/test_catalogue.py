"""polarize list, info, version and the help."""

import json
import unittest

from program import FINISHED, SHORT, ProgramTest, environment, polarize


class List(ProgramTest):
    def test_json_holds_every_experiment_with_its_parameters(self):
        experiments = json.loads(self.succeed("list", "--json"))
        ids = [experiment["id"] for experiment in experiments]
        self.assertEqual(len(ids), len(set(ids)))
        known = {"logistic", "normalisers-square", "normalisers-logistic", "tied", "conditioning", "kl", "custom"}
        known |= {"induction", "classification"}
        self.assertLessEqual(known, set(ids))
        for experiment in experiments:
            self.assertEqual(
                list(experiment), ["id", "title", "summary", "setup", "figure", "model", "parameters"]
            )
            names = {parameter["name"] for parameter in experiment["parameters"]}
            self.assertLessEqual({"lr", "steps", "seed"}, names)
            self.assertEqual("samples" in names, experiment["model"] != "attention")

    def test_table_has_a_row_for_each_experiment_in_aligned_columns(self):
        experiments = json.loads(self.succeed("list", "--json"))
        lines = self.succeed("list").splitlines()
        self.assertEqual(len(lines), len(experiments) + 1)
        column = lines[0].index("title")
        for line, experiment in zip(lines[1:], experiments):
            self.assertTrue(line.startswith(experiment["id"] + " "))
            self.assertTrue(line[column:].startswith(experiment["title"]))


class Info(ProgramTest):
    def test_json_is_the_row_of_the_list(self):
        for experiment in json.loads(self.succeed("list", "--json")):
            self.assertEqual(json.loads(self.succeed("info", experiment["id"], "--json")), experiment)

    def test_text_names_every_parameter_with_label_default_and_help(self):
        for experiment in json.loads(self.succeed("list", "--json")):
            text = self.succeed("info", experiment["id"])
            words = " ".join(text.split())
            self.assertIn(" ".join(experiment["summary"].split()), words)
            self.assertIn(" ".join(experiment["setup"].split()), words)
            for parameter in experiment["parameters"]:
                [line] = [line for line in text.splitlines() if line.startswith(parameter["name"] + " ")]
                self.assertIn(parameter["label"], line)
                self.assertEqual(line.endswith("live"), parameter["live"])
                self.assertIn(parameter["help"], words)
                for choice in parameter.get("choices", []):
                    self.assertIn(choice, words)

    def test_says_when_a_parameter_applies(self):
        parameters = json.loads(self.succeed("info", "custom", "--json"))["parameters"]
        conditions = {parameter["name"]: parameter["applies_when"] for parameter in parameters}
        self.assertEqual(conditions["lr"], [{"parameter": "dynamics", "choices": ["descent"]}])
        self.assertEqual(conditions["n"], [{"parameter": "loss", "choices": ["regression", "logistic_data"]}])
        self.assertEqual([one["parameter"] for one in conditions["momentum"]], ["dynamics", "optimiser"])
        self.assertEqual(conditions["seed"], [])
        for parameter in parameters:  # the key of version 0.1.0
            self.assertEqual(parameter["counts_with"], parameter["applies_when"])
        words = " ".join(self.succeed("info", "custom").split())
        self.assertIn("Applies only when map=softmax.", words)
        self.assertIn("Applies only when dynamics=descent and optimiser=momentum or adam.", words)

    def test_lines_fit_a_terminal(self):
        for experiment in json.loads(self.succeed("list", "--json")):
            for line in self.succeed("info", experiment["id"]).splitlines():
                self.assertLessEqual(len(line), 110)

    def test_ranges_are_those_that_a_run_accepts(self):
        for parameter in json.loads(self.succeed("info", "logistic", "--json"))["parameters"]:
            if parameter["kind"] == "choice":
                continue
            self.assertLessEqual(parameter["minimum"], parameter["default"])
            self.assertLessEqual(parameter["default"], parameter["maximum"])
            above = parameter["maximum"] * 2 + 1
            self.refuse(["run", "logistic", "--set", f"{parameter['name']}={above}"], parameter["name"])


class Version(ProgramTest):
    def test_says_version_instruction_sets_compiler_and_build_type(self):
        lines = self.succeed("version").splitlines()
        self.assertEqual(lines[0], "polarize")
        fields = dict(line.split(maxsplit=1) for line in lines[1:])
        self.assertEqual(list(fields), ["version", "isa", "available", "threads", "compiler", "build"])
        self.assertIn(fields["isa"], fields["available"].split(", "))
        self.assertEqual(self.succeed("--version"), f"polarize {fields['version']}\n")
        self.assertEqual(self.run_json(*SHORT[1:])["version"], fields["version"])

    def test_polarize_isa_chooses_and_all_sets_give_the_same_bits(self):
        fields = dict(line.split(maxsplit=1) for line in self.succeed("version").splitlines()[1:])
        results = []
        for isa in fields["available"].split(", "):
            env = environment(POLARIZE_ISA=isa)
            shown = dict(line.split(maxsplit=1) for line in self.succeed("version", env=env).splitlines()[1:])
            self.assertEqual(shown["isa"], isa)
            result = self.run_json(*SHORT[1:], env=env)
            self.assertEqual(result["isa"], isa)
            results.append((result["history"], result["alpha"], result["loss"]))
        self.assertTrue(all(result == results[0] for result in results))

    def test_unknown_instruction_set_is_refused(self):
        for isa in ["avx1024", "", "AVX2"]:
            self.refuse(SHORT, "POLARIZE_ISA", f'"{isa}"', "scalar", env=environment(POLARIZE_ISA=isa))


class Help(ProgramTest):
    def test_help_of_the_program_names_every_command(self):
        text = self.succeed("--help")
        for word in ["list", "info", "run", "version", "Examples:", "POLARIZE_ISA"]:
            self.assertIn(word, text)

    def test_help_of_run_names_every_option_with_examples(self):
        text = self.succeed("run", "--help")
        for option in ["--set", "--seed", "--steps", "--samples", "--init", "--out", "--format"]:
            self.assertIn(option, text)
        self.assertIn("Examples:", text)

    def test_examples_of_the_help_are_accepted(self):
        examples = [line for line in self.succeed("run", "--help").splitlines() if line.startswith("  polarize run ")]
        self.assertGreaterEqual(len(examples), 5)
        for example in examples:
            command = example.strip().split("  ")[0].split(" > ")[0].split()
            if "--steps" not in command and "dynamics=flow" not in command:
                command += ["--steps", "20"]
            result = polarize(*command[1:], cwd=self.folder)
            self.assertEqual(result.returncode, FINISHED, result.stderr)


if __name__ == "__main__":
    unittest.main()
