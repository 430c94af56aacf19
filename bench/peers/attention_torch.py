"""The training step of a tiny attention model in PyTorch: the peer that polarize is measured against.

    attention_torch.py {induction,classification} --threads N --steps N [--keep FOLDER]

Prints one JSON object: the loss before each step (forward, backward, AdamW; every time the same batch of 256), the median milliseconds
of a step as they passed and of the processor, and what a plain matrix product reaches. With --keep the weights at the start and the
batch go to start.npz and batch.npz in FOLDER, as `polarize run` reads them. The model is the one that the tests' reference losses come
from.
"""

import argparse
import json
import pathlib
import statistics
import sys
import time

import numpy as np
import torch

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/reference/attention"))
import torch_model  # noqa: E402

BATCH = 256
WARM_UP = 2  # steps that are not timed


def product_rate():
    """GFLOP/s of (3072 x 128)(128 x 512), the model's most frequent product."""
    a, b = torch.randn(3072, 128), torch.randn(128, 512)
    times = []
    for _ in range(30):
        start = time.perf_counter()
        a @ b
        times.append(time.perf_counter() - start)
    return 2e-9 * 3072 * 128 * 512 / min(times)


def induction():
    """The weights, the arrays of a batch, and a function that computes its loss from the weights."""
    c = {**torch_model.DEFAULTS, "vocabulary": 100, "outputs": 100}
    weights = torch_model.initial_weights(c, 1)
    ids = torch_model.induction_sequences(BATCH, 50, seed=2).astype(np.int64)
    ids[:, 11] += 50  # the repeated token is written as another one
    rows = torch.from_numpy(ids)
    return weights, {"ids": ids}, lambda: torch_model.induction_loss(torch_model.forward(c, weights, rows[:, :-1]), rows[:, 1:], 0.2)


def classification():
    """The same for the other task."""
    c = {**torch_model.DEFAULTS, "vocabulary": 41, "outputs": 4, "length": 11, "positions": "no", "causal": False, "layers": 1,
         "heads": 1, "mlp": False, "layer_norm": False}
    weights = torch_model.initial_weights(c, 1)
    batch = dict(zip(("ids", "labels"), torch_model.classification_sequences(BATCH, 41, 4, seed=3)))
    rows, labels = (torch.from_numpy(array.astype(np.int64)) for array in batch.values())
    return weights, batch, lambda: torch_model.classification_loss(torch_model.forward(c, weights, rows), labels)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("induction", "classification"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20, help="timed ones; two untimed ones come first")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(0)
    weights, batch, loss_of = {"induction": induction, "classification": classification}[arguments.task]()
    if arguments.keep:
        np.savez(arguments.keep / "start.npz", **{name: tensor.detach().numpy() for name, tensor in weights.items()})
        np.savez(arguments.keep / "batch.npz", **batch)
    optimiser = torch.optim.AdamW(weights.values(), lr=1e-3)
    times, processor_times, losses = [], [], []
    for _ in range(WARM_UP + arguments.steps):
        start, processor_start = time.perf_counter(), time.process_time()
        optimiser.zero_grad(set_to_none=True)
        loss = loss_of()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
        times.append(time.perf_counter() - start)
        processor_times.append(time.process_time() - processor_start)
    print(json.dumps({
        "task": arguments.task,
        "threads": arguments.threads,
        "ms_per_step": statistics.median(times[WARM_UP:]) * 1e3,
        "cpu_ms_per_step": statistics.median(processor_times[WARM_UP:]) * 1e3,
        "losses": losses,
        "product_gflops": product_rate(),
    }))


if __name__ == "__main__":
    main()
