#!/usr/bin/env python3
"""Writes the losses and batches that the tests of the transformers compare with. Needs python3-torch and NumPy, and nothing of the
library.

    torch_losses.py

For both tasks and every kind of attention: 50 updates of a model of moderate size from seed 1, and for softmax the paper's own
size. Weights are drawn from the seed (torch_model.py), batches are in the files `*_tokens.npy`.
"""

import json
import pathlib

import numpy as np
import torch
from torch_model import (
    DEFAULTS,
    KINDS,
    classification_loss,
    classification_sequences,
    forward,
    induction_loss,
    induction_sequences,
    initial_weights,
    losses,
)

HERE = pathlib.Path(__file__).parent
STEPS = 50
SEED = 1


def induction_loss_of(c, weights, rows):
    rows = torch.from_numpy(rows.astype(np.int64))
    return induction_loss(forward(c, weights, rows[:, :-1]), rows[:, 1:], c["auxiliary"])


def classification_loss_of(c, weights, batch):
    rows, labels = (torch.from_numpy(part.astype(np.int64)) for part in batch)
    return classification_loss(forward(c, weights, rows), labels)


def run_induction(name, rows, **changes):
    c = {**DEFAULTS, "auxiliary": 0.2, "batch": 32, **changes}
    batches = rows[: STEPS * c["batch"]].reshape(STEPS, c["batch"], -1)
    return {"name": name, "task": "induction", "seed": SEED, "config": c,
            "losses": losses(c, initial_weights(c, SEED), batches, induction_loss_of)}


def run_classification(name, rows, labels, **changes):
    c = {**DEFAULTS, "vocabulary": 81, "outputs": 4, "length": 11, "positions": "no", "causal": False, "batch": 32, **changes}
    batches = zip(rows.reshape(STEPS, c["batch"], -1), labels.reshape(STEPS, c["batch"]))
    return {"name": name, "task": "classification", "seed": SEED, "config": c,
            "losses": losses(c, initial_weights(c, SEED), batches, classification_loss_of)}


def main():
    torch.set_num_threads(1)
    induction = induction_sequences(STEPS * 128, 50, seed=2)
    rows, labels = classification_sequences(STEPS * 32, 81, 4, seed=3)
    np.save(HERE / "induction_tokens.npy", induction)
    np.save(HERE / "classification_tokens.npy", rows)
    np.save(HERE / "classification_labels.npy", labels)
    runs = [run_induction("induction_" + kind, induction, kind=kind, d=48) for kind in KINDS]
    for positions in ("add", "no"):
        runs.append(run_induction("induction_" + positions, induction, positions=positions, d=48))
    runs.append(run_induction("induction_bare", induction, d=40, heads=2, mlp=False, layer_norm=False))
    runs.append(run_induction("induction_last_alone", induction, d=48, auxiliary=0.0))
    runs.append(run_induction("induction_default", induction, batch=128))
    runs += [run_classification("classification_" + kind, rows, labels, kind=kind, d=48) for kind in KINDS]
    runs += [
        run_classification("classification_one_head_" + kind, rows, labels, kind=kind, d=64, layers=1, heads=1, mlp=False,
                           layer_norm=False)
        for kind in ("softmax", "sigmoid_unnorm", "raw_dotproduct_unnorm", "gated")
    ]
    (HERE / "losses.json").write_text(json.dumps(runs, indent=1) + "\n")
    for run in runs:
        print(f"{run['name']:42}{run['losses'][0]:12.6f}{run['losses'][-1]:12.6f}")


if __name__ == "__main__":
    main()
