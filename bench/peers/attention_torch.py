"""The training step of a tiny attention model in PyTorch: the peer that polarize is measured against.

    attention_torch.py {induction,classification} --threads N --steps N

Prints one JSON object: the median milliseconds of a step (forward, backward, AdamW; batch 256) as they passed and of the processor,
and what a plain matrix product reaches.
The model is the one that the tests' reference losses come from.
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
    """A function that computes the loss of a batch, and the weights it reads."""
    c = {**torch_model.DEFAULTS, "vocabulary": 100, "outputs": 100}
    weights = torch_model.initial_weights(c, 1)
    rows = torch.from_numpy(torch_model.induction_sequences(BATCH, 50, seed=2).astype(np.int64))
    rows[:, 11] += 50  # the repeated token is written as another one
    return weights, lambda: torch_model.induction_loss(torch_model.forward(c, weights, rows[:, :-1]), rows[:, 1:], 0.2)


def classification():
    c = {**torch_model.DEFAULTS, "vocabulary": 41, "outputs": 4, "length": 11, "positions": "no", "causal": False, "layers": 1,
         "heads": 1, "mlp": False, "layer_norm": False}
    weights = torch_model.initial_weights(c, 1)
    rows, labels = torch_model.classification_sequences(BATCH, 41, 4, seed=3)
    rows, labels = torch.from_numpy(rows.astype(np.int64)), torch.from_numpy(labels.astype(np.int64))
    return weights, lambda: torch_model.classification_loss(torch_model.forward(c, weights, rows), labels)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("induction", "classification"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(0)
    weights, loss_of = {"induction": induction, "classification": classification}[arguments.task]()
    optimiser = torch.optim.AdamW(weights.values(), lr=1e-3)
    times, processor_times, losses = [], [], []
    for _ in range(arguments.steps + 2):
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
        "ms_per_step": statistics.median(times[2:]) * 1e3,
        "cpu_ms_per_step": statistics.median(processor_times[2:]) * 1e3,
        "losses": losses[:3],
        "product_gflops": product_rate(),
    }))


if __name__ == "__main__":
    main()
