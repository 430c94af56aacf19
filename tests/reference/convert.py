#!/usr/bin/env python3
"""Turns the arrays that the published experiments left into the files of this folder.

Usage: convert.py SOURCE, where SOURCE holds the folders logistic, normalisers, tied, conditioning and kl as README.md
describes them. Names become the project's own, histories become plain .npy files, and every number is filed under the
count of updates after which it held: the experiments differ in whether they record before or after an update.
"""

import json
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
MAPS = {"L1": "l1", "Sum": "sum", "L2Activation": "l2", "Softmax": "softmax", "Relu": "relu_norm", "Sigmoid": "sigmoid"}


def copy(source, name, target):
    np.save(HERE / target, np.ascontiguousarray(np.load(source / name)))


def write_json(target, content):
    (HERE / target).write_text(json.dumps(content, indent=1) + "\n")


def read_json(path):
    return json.loads(path.read_text())


def convert_logistic(source):
    for name, target in {"W0": "V", "a0": "a", "beta": "beta_star", "Wf": "V_final", "af": "a_final"}.items():
        copy(source, f"a_{name}.npy", f"logistic/{target}.npy")
    history = np.load(source / "a_history.npz")
    np.save(HERE / "logistic/history_updates.npy", history["iterations"] + 1)  # recorded after the update
    for name in ("loss", "a", "u"):
        np.save(HERE / f"logistic/history_{name}.npy", history[name])
    finals = read_json(source / "a_logistic.json")
    checkpoints = [
        {"updates": point["updates"], "loss": point["loss"], "alpha": point["sigma"], "a": point["a"], "u": point["u"]}
        for point in finals["checkpoints"]
    ]
    write_json(
        "logistic/checkpoints.json",
        {
            "loss_final": finals["final_loss"],
            "alpha_final": finals["final_sigma"],
            "u_final": finals["final_u"],
            "entropy_final": finals["entropy"],
            "checkpoints": checkpoints,
        },
    )


def convert_normalisers(source):
    for name, target in {"V0": "V", "a0": "a", "beta": "beta_star"}.items():
        copy(source, f"b_{name}.npy", f"normalisers/{target}.npy")
    runs = {}
    norms = read_json(source / "b_norms.json")
    for loss in ("square", "logistic"):
        for published, score_map in MAPS.items():
            for name in ("V", "a", "alpha"):
                copy(source, f"b_{loss}_{published}_{name}f.npy", f"normalisers/{loss}_{score_map}_{name}_final.npy")
            run = norms[f"{loss}_{published}"]
            runs[f"{loss}_{score_map}"] = {
                "loss_final": run["loss_final_after_last_update"],
                "entropy_final": run["entropy"],
                "checkpoints": [  # recorded before the update
                    {"updates": int(update) - 1, "loss": run["loss_ck"][update], "alpha": run["alpha_ck"][update]}
                    for update in run["loss_ck"]
                ],
            }
    write_json("normalisers/checkpoints.json", runs)


def convert_tied(source):
    finals = read_json(source / "c_tied.json")
    runs = {}
    for size in (10, 20, 50, 100):
        run = finals[f"D{size}"]
        runs[f"D{size}"] = {
            "loss_final": run["loss_final"],
            "alpha_final": run["alpha_final"],
            "entropy_final": run["entropy"],
            "winner_final": run["argmax"],
            "top_column_norm_final": run["top_col_norm"],
            "other_column_norm_final": run["other_col_norm_max"],
            # the loss and the largest weight were recorded before the update, the column's norm after it, at the
            # column of the weights from before
            "checkpoints": [
                {"updates": int(update) - 1, "loss": point["loss"], "max_alpha": point["alpha_max"]}
                for update, point in run["ck"].items()
            ],
            "column_checkpoints": [
                {"updates": int(update), "top_column_norm": point["col_norm"]} for update, point in run["ck"].items()
            ],
            "winner_changes": [{"updates": update, "winner": winner} for update, winner in run["argmax_switches"]],
        }
        if size == 100:
            continue
        for name, target in {"a0": "a", "beta": "beta_star", "af": "a_final", "alphaf": "alpha_final", "Uf": "U_final"}.items():
            copy(source, f"c_D{size}_{name}.npy", f"tied/D{size}_{target}.npy")
    write_json("tied/checkpoints.json", runs)


def convert_conditioning(source):
    for kappa in (1, 3, 5):
        for name, target in {"W0": "V", "a0": "a", "X": "X", "beta": "y", "Wf": "V_final", "af": "a_final"}.items():
            copy(source, f"d_k{kappa}_{name}.npy", f"conditioning/kappa{kappa}_{target}.npy")
    for kappa in (1, 5):
        history = np.load(source / f"d_k{kappa}_history.npz")
        samples = len(history["iterations"])
        kept = np.unique(np.append(np.arange(0, samples, 4), samples - 1))  # every fourth sample, and the last
        updates = history["iterations"][kept] + 1  # recorded after the update
        np.save(HERE / f"conditioning/kappa{kappa}_history_updates.npy", updates)
        for name, target in {"loss": "loss", "a": "a", "W_svd": "singular_values"}.items():
            np.save(HERE / f"conditioning/kappa{kappa}_history_{target}.npy", history[name][kept])
    finals = read_json(source / "d_regression.json")
    runs = {}
    for kappa in range(1, 6):
        run = finals[f"kappa{kappa}"]
        runs[f"kappa{kappa}"] = {
            "loss_final": run["loss_final"],
            "alpha_final": run["sigma_final"],
            "a_final": run["a_final"],
            "entropy_final": run["entropy"],
            "singular_values_final": run["W_svd_top5"],
            "checkpoints": [
                {"updates": point["updates"], "loss": point["loss"], **({"a": point["a"]} if "a" in point else {})}
                for point in run["ck"]
            ],
        }
    write_json("conditioning/checkpoints.json", runs)


def convert_kl(source):
    copies = {"V0": "V", "a0": "a", "p": "p_star", "Vf": "V_final_1e6", "af": "a_final_1e6"}
    copies |= {"1e7_Vf": "V_final_1e7", "1e7_af": "a_final_1e7"}
    for name, target in copies.items():
        copy(source, f"e_{name}.npy", f"kl/{target}.npy")
    finals = read_json(source / "e_kl_1e7.json")
    checkpoints = []
    for point in finals["ck"]:
        kept = {"updates": point["updates"], "loss": point["loss"], "kl_divergence": point["kl"]}
        if "a" in point:
            kept |= {"a": point["a"], "alpha": point["sigma"]}
        checkpoints.append(kept)
    write_json(
        "kl/checkpoints.json",
        {"entropy_p_star": finals["entropy_p"], "alpha_final_1e7": finals["sigma_final"], "checkpoints": checkpoints},
    )


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    source = pathlib.Path(sys.argv[1])
    conversions = {
        "logistic": convert_logistic,
        "normalisers": convert_normalisers,
        "tied": convert_tied,
        "conditioning": convert_conditioning,
        "kl": convert_kl,
    }
    for topic, convert in conversions.items():
        (HERE / topic).mkdir(exist_ok=True)
        convert(source / topic)


if __name__ == "__main__":
    main()
