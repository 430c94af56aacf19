"""--format table, for people, and --format csv."""

import csv
import io
import unittest

from program import SHORT, ProgramTest


class Table(ProgramTest):
    def test_is_what_a_run_prints_without_a_format(self):
        default, table = self.succeed(*SHORT), self.succeed(*SHORT, "--format", "table")
        self.assertEqual(self.without_timing(default), self.without_timing(table))

    def without_timing(self, text):
        return [line for line in text.splitlines() if not line.startswith("finished after")]

    def test_shows_every_token_the_winner_and_the_course(self):
        result = self.run_json("logistic", "--steps", "100000")
        text = self.succeed("run", "logistic", "--steps", "100000")
        lines = text.splitlines()
        self.assertTrue(lines[0].startswith("logistic: "))
        self.assertIn("seed=123", text)
        tokens = self.rows(lines, "token")
        self.assertEqual([int(row[0]) for row in tokens], list(range(8)))
        for row, alpha in zip(tokens, result["alpha"]):
            self.assertAlmostEqual(float(row[1]), alpha, delta=1e-4 * alpha)
        [winner] = [row for row in tokens if "<-" in row]
        self.assertEqual(int(winner[0]), result["winner"])
        self.assertEqual(winner[4], "#" * 40)
        course = self.rows(lines, "step")
        self.assertEqual((course[0][0], course[-1][0]), ("0", "100000"))
        self.assertGreater(float(course[0][2]), float(course[-1][2]))

    def rows(self, lines, first):
        """The cells of the rows under the heading that begins with `first`."""
        [start] = [i for i, line in enumerate(lines) if line.split()[:1] == [first]]
        rows = []
        for line in lines[start + 1 :]:
            if not line.strip():
                break
            rows.append(line.split())
        return rows

    def test_a_flow_shows_its_clock(self):
        flow = ["logistic", "--set", "dynamics=flow", "--set", "until=log10t", "--set", "horizon=300"]
        lines = self.succeed("run", *flow).splitlines()
        self.assertTrue(any("log10 t = 300" in line for line in lines))
        course = self.rows(lines, "step")
        self.assertEqual(len(course[0]), len(course[-1]) - 1)  # log t is not a number at the start
        self.assertAlmostEqual(float(course[-1][2]), 690.78, 2)

    def test_a_tie_has_no_winner(self):
        for run in [["logistic", "--steps", "0"], ["logistic", "--steps", "100", "--set", "V_scale=0"]]:
            self.assertNotIn("winner", self.succeed("run", *run))
        self.assertIn("winner", self.succeed("run", "logistic", "--steps", "5", "--set", "k=1"))

    def test_columns_are_aligned(self):
        lines = self.succeed("run", "logistic", "--steps", "1000").splitlines()
        [start] = [i for i, line in enumerate(lines) if line.split()[:1] == ["step"]]
        ends = {len(line) for line in lines[start:]}
        self.assertEqual(len(ends), 1)

    def test_every_experiment_fits_a_screen(self):
        for experiment in self.flows():
            lines = self.succeed("run", experiment["id"], "--steps", "200").splitlines()
            self.assertLessEqual(len(lines), 32, experiment["id"])
            self.assertLessEqual(max(map(len, lines)), 120, experiment["id"])

    def test_many_tokens_show_the_ten_largest_and_say_how_many_more(self):
        result = self.run_json("logistic", "--steps", "50", "--set", "k=300")
        lines = self.succeed("run", "logistic", "--steps", "50", "--set", "k=300").splitlines()
        tokens = [int(row[0]) for row in self.rows(lines, "token") if row[0].isdigit()]
        order = sorted(range(300), key=lambda token: (-result["alpha"][token], token))
        self.assertEqual(tokens, order[:10])
        self.assertTrue(any(line.startswith("and 290 more tokens") for line in lines))

    def test_signed_weights_have_bars_of_their_size(self):
        lines = self.succeed("run", "custom", "--steps", "0", "--set", "map=identity").splitlines()
        bars = {float(row[1]): row[4:].count("#") + sum(map(len, row[4:5])) for row in self.rows(lines, "token")}
        self.assertTrue(any(alpha < 0 for alpha in bars))
        largest = max(map(abs, bars))
        for alpha, length in bars.items():
            self.assertAlmostEqual(length, 40 * abs(alpha) / largest, delta=1)


class Csv(ProgramTest):
    def test_is_the_history_of_the_json(self):
        descents = [(id, "steps=300") for id in ["logistic", "kl", "tied"]]
        for id, setting in [*descents, ("logistic", "dynamics=flow")]:
            history = self.run_json(id, "--set", setting)["history"]
            rows = list(csv.reader(io.StringIO(self.succeed("run", id, "--set", setting, "--format", "csv"))))
            names = rows[0]
            self.assertEqual(names[:2], ["step", "loss"])
            self.assertEqual(len(names), len(set(names)))
            self.assertEqual(len(rows) - 1, len(history["step"]))
            for sample, row in enumerate(rows[1:]):
                for name, cell in zip(names, row, strict=True):
                    value = self.value(history, name, sample)
                    self.assertEqual(float(cell) if cell else None, value, name)
            columns = sum(len(series[0]) if isinstance(series[0], list) else 1 for series in history.values())
            self.assertEqual(len(names), columns)

    def value(self, history, column, sample):
        """What the JSON's history says in `column` of the CSV."""
        if column in history:
            return history[column][sample]
        name, index = column.rsplit("_", 1)
        return history[name][sample][int(index)]


if __name__ == "__main__":
    unittest.main()
