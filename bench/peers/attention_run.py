"""Measures the training step of polarize and of PyTorch in one go, in turn, and prints the ratios of their times.

    attention_run.py [build/release/polarize-bench] [--repeats 5] [--json FILE]

Both first train from the same weights on the same batch, polarize by the program beside polarize-bench: their losses must agree, or
nothing is measured. One thread is measured by processor time, which on a quiet machine is the time that passes and on a busy one is not
disturbed by what else runs; two threads by the time that passes, so those figures need a quiet machine. PyTorch is to use an optimised
BLAS: its own matrix product is measured too and shown. Needs python3-torch, best with libopenblas0-openmp.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from comparison import HERE, keep, python_with, read_arguments, verdict

CASES = [("induction", 1, 1.45), ("classification", 1, 12.0), ("induction", 2, 1.6)]
STEPS = {"induction": 15, "classification": 60}
MODELS = {"induction": [], "classification": ["layers=1", "heads=1", "mlp=off", "layer_norm=off"]}  # beside the defaults
CHECKED_STEPS = 8
TOLERANCE = 1e-4  # of a loss in single precision, relative


def run(command, threads):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OPENBLAS_NUM_THREADS=str(threads))
    cores = ",".join(str(core) for core in range(threads))
    done = subprocess.run(["taskset", "-c", cores, *map(str, command)], capture_output=True, text=True, check=True,
                          env=environment)
    return json.loads(done.stdout)


def torch_step(python, task, threads):
    found = run([python, HERE / "attention_torch.py", task, "--threads", threads, "--steps", STEPS[task]], threads)
    return found["cpu_ms_per_step" if threads == 1 else "ms_per_step"], found["product_gflops"]


def polarize_losses(program, task, folder, count):
    """The losses before `count` updates from the weights and the batch in `folder`, of which every epoch is one update."""
    settings = [*MODELS[task], f"steps={count}", f"epochs={count}", "evaluation_sequences=1"]
    found = run([program, "run", task, *(word for setting in settings for word in ("--set", setting)), "--threads", 1,
                 "--init", folder / "start.npz", "--data", folder / "batch.npz", "--format", "json"], 1)  # fmt: skip
    return found["history"]["loss"]


def check_losses(python, program, task):
    """Ends the program unless PyTorch and polarize lose the same."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        theirs = run([python, HERE / "attention_torch.py", task, "--steps", CHECKED_STEPS, "--keep", folder], 1)["losses"]
        ours = polarize_losses(program, task, folder, len(theirs))
    apart = max(abs(x / y - 1) for x, y in zip(ours, theirs, strict=True))
    if not apart <= TOLERANCE:
        sys.exit(f"attention_run.py: {task}: losses {ours} in the place of PyTorch's {theirs}")
    print(f"{task}: {len(theirs)} losses within {apart:.1e} of PyTorch's", flush=True)


def polarize_steps(bench, pattern, threads):
    """The benchmarks whose names match: their figures by name."""
    found = run([bench, f"--benchmark_filter={pattern}", "--benchmark_format=json"], threads)
    return {item["name"]: item for item in found["benchmarks"]}


def best_isa(bench):
    listed = subprocess.run([bench, "--benchmark_list_tests"], capture_output=True, text=True, check=True).stdout.split()
    return next(name.split("/")[3] for name in listed if name.startswith("train_step/induction/uniform/"))


def measure(python, bench, isa, task, threads, repeats):
    ours, theirs, products, shares = [], [], [], []
    for _ in range(repeats):
        milliseconds, product = torch_step(python, task, threads)
        theirs.append(milliseconds)
        products.append(product)
        [item] = polarize_steps(bench, f"^train_step/{task}/softmax/{isa}/threads:{threads}(/real_time)?$", threads).values()
        ours.append(item["cpu_time" if threads == 1 else "real_time"])
        shares.append(item["nominal_of_peak"])
    ratios = sorted(y / x for x, y in zip(ours, theirs))
    return {"torch_ms": statistics.median(theirs), "polarize_ms": statistics.median(ours), "ratio": statistics.median(ratios),
            "ratio_least": ratios[0], "ratio_most": ratios[-1], "nominal_of_peak": statistics.median(shares),
            "torch_product_gflops": max(products)}


def share_text(task, found):
    """The share of the peak. Classification computes so little of the nominal operations that theirs would tell nothing."""
    return f"; {found['nominal_of_peak']:.0%} of the product's peak by nominal operations" if task == "induction" else ""


def main():
    arguments = read_arguments(__doc__, program="polarize-bench")
    bench, python = arguments.program, python_with("torch")
    program = bench.with_name("polarize")
    if not program.exists():
        sys.exit(f"attention_run.py: {program} is not there; build it with cmake --build --preset release")
    isa = best_isa(bench)
    results = {}
    for task in MODELS:
        check_losses(python, program, task)
    print(f"{'step, ' + isa:30}{'PyTorch':>12}{'polarize':>12}{'ratio':>8}  (least to most of {arguments.repeats})")
    for task, threads, bar in CASES:
        found = results[f"{task}/{threads}"] = measure(python, bench, isa, task, threads, arguments.repeats)
        print(f"{task + ', threads ' + str(threads):30}{found['torch_ms']:9.2f} ms{found['polarize_ms']:9.2f} ms{found['ratio']:7.2f}x"
              f"  ({found['ratio_least']:.2f} to {found['ratio_most']:.2f})  "
              f"{verdict(found['ratio'] >= bar, bar)}{share_text(task, found)}; PyTorch's product {found['torch_product_gflops']:.0f} GFLOP/s",
              flush=True)

    kinds = polarize_steps(bench, f"^train_step/induction/.*/{isa}/threads:1$", 1)
    softmax = kinds[f"train_step/induction/softmax/{isa}/threads:1"]["cpu_time"]
    for name, item in kinds.items():
        results[name] = item["cpu_time"]
        print(f"{name.split('/')[2]:30}{item['cpu_time']:9.2f} ms{item['cpu_time'] / softmax:7.2f} of softmax")
    keep(arguments, results)


if __name__ == "__main__":
    main()
