"""--format and --json: one option on every command."""

import json
import unittest

from program import FINISHED, ProgramTest, polarize

CLAIMS = ["verify", "normalisers-square", "--set", "steps=2000"]
COMMANDS = [
    ["list"],
    ["info", "logistic"],
    ["version"],
    ["run", "logistic", "--steps", "50"],
    ["ensemble", "logistic", "--count", "8", "--steps", "50"],
    ["map", "logistic", "--x", "lr=1:2:2", "--y", "V_scale=1:2:2", "--steps", "5"],
    CLAIMS,
]


def without_times(value):
    return {name: one for name, one in value.items() if name not in ("wall_s", "steps_per_s", "flow_steps_per_s")} if isinstance(value, dict) else value


class Json(ProgramTest):
    def test_both_spellings_give_the_same_on_every_command(self):
        for command in COMMANDS:
            with self.subTest(command[0]):
                short = json.loads(self.succeed(*command, "--json"))
                long = json.loads(self.succeed(*command, "--format", "json"))
                self.assertEqual(without_times(short), without_times(long))
                self.assertEqual(without_times(json.loads(self.succeed(*command, "--json", "--format=json"))), without_times(long))

    def test_every_command_refuses_a_format_it_does_not_have(self):
        for command in COMMANDS:
            self.refuse([*command, "--format", "jsn"], "--format", '"jsn"', 'did you mean "json"?')
            self.refuse([*command, "--json", "--format", "table"], "--format", '"table"', "goes against --json")
            self.refuse([*command, "--json=yes"], "--json", "no value")

    def test_version_says_what_its_table_says(self):
        shown = json.loads(self.succeed("version", "--json"))
        table = dict(line.split(maxsplit=1) for line in self.succeed("version").splitlines()[1:])
        self.assertEqual(", ".join(shown["available"]), table["available"])
        self.assertEqual({name: shown[name] for name in ["version", "isa", "compiler", "build"]},
                         {name: table[name].strip() for name in ["version", "isa", "compiler", "build"]})  # fmt: skip

    def test_a_map_is_written_to_a_json_file_by_its_ending(self):
        path = self.folder / "map.json"
        result = polarize(*COMMANDS[5], "--out", path)
        self.assertEqual((result.returncode, result.stderr), (FINISHED, f"{path}\n"))
        shown = json.loads(path.read_text())
        self.assertEqual((shown["status"], len(shown["z"]), len(shown["z"][0])), ("finished", 2, 2))
        self.refuse([*COMMANDS[5], "--json", "--out", self.folder / "map.npz"], "--format", '"json"', "map.npz")


if __name__ == "__main__":
    unittest.main()
