#!/usr/bin/env python3
"""Turns what the paper's published classification runs left (one layer, one head, no MLP, no LayerNorm) into files of this folder.

    convert_published.py SOURCE, where SOURCE holds NAME_{init,grad0,train}.npz, NAME_{order,losses}.npy

All kinds of attention began with the same weights and saw the same batches of 256, the last of an epoch with what is left over. The
first 50 losses are kept, and every fifth number of the first gradient.
"""

import json
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
KINDS = ("softmax", "sigmoid_unnorm", "raw_dotproduct_unnorm")
STEPS = 50
BATCH = 256
GRADIENT_STEP = 5


def flat(path):
    with np.load(path) as tensors:
        return np.concatenate([tensors[name].ravel() for name in tensors])


def main():
    source = pathlib.Path(sys.argv[1])
    starts = [flat(source / f"{kind}_L1H1_init.npz") for kind in KINDS]
    assert all(np.array_equal(starts[0], start) for start in starts)
    np.save(HERE / "published_start.npy", starts[0])

    with np.load(source / "softmax_L1H1_train.npz") as data:
        tokens, labels = data["ids"], data["labels"]
    per_epoch = -(-len(tokens) // BATCH)
    order = np.load(source / "softmax_L1H1_order.npy")
    seen = np.concatenate([order[0], order[1][: (STEPS - per_epoch) * BATCH]])
    np.save(HERE / "published_tokens.npy", tokens[seen].astype(np.uint8))
    np.save(HERE / "published_labels.npy", labels[seen].astype(np.uint8))

    losses = {}
    for kind in KINDS:
        losses[kind] = np.load(source / f"{kind}_L1H1_losses.npy")[:STEPS].tolist()
        np.save(HERE / f"published_gradient_{kind}.npy", flat(source / f"{kind}_L1H1_grad0.npz")[::GRADIENT_STEP])
    sizes = {"batch": BATCH, "samples_per_epoch": len(tokens), "gradient_step": GRADIENT_STEP}
    (HERE / "published.json").write_text(json.dumps({**sizes, "losses": losses}, indent=1) + "\n")


if __name__ == "__main__":
    main()
