#!/usr/bin/env python3
"""Writes draws of NumPy's legacy generator into random/, for the tests of NumpyRandom."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
SEEDS = (0, 1, 42, 123, 65536, 4294967295)


def draws_of(seed):
    """700 normals, 700 uniforms (more than one refill of the generator), and both in turn with odd counts."""
    np.random.seed(seed)
    normals = np.random.randn(700)
    np.random.seed(seed)
    uniforms = np.random.rand(700)
    np.random.seed(seed)
    mixed = [np.random.randn(3), np.random.rand(2), np.random.randn(2), np.random.rand(5), np.random.randn(4)]
    return {"normals": normals, "uniforms": uniforms, "mixed": np.concatenate(mixed)}


def main():
    (HERE / "random").mkdir(exist_ok=True)
    for seed in SEEDS:
        for kind, values in draws_of(seed).items():
            np.save(HERE / f"random/seed{seed}_{kind}.npy", values)
    np.random.seed(123)
    np.save(HERE / "random/seed123_far_normals.npy", np.random.randn(100_000)[-8:])


if __name__ == "__main__":
    main()
