"""The rescaled logistic flow by SciPy's DOP853, as a peer to measure the core's integrator against.

The state is (u, a, w) with k value projections u, k scores a and the clock w = t/(1 + e^z); in the rescaled time tau
    u' = s,   a' = s (u - <u, s>),   w' = 1 - w sigmoid(z) z',   s = softmax(a), z = <u, s>, z' = <s, s> + <a', a'>
for a teacher of norm 1 (core/src/flow/kernels/flow.hpp, rescaled_rate).
Run: python3 scipy_flow.py [--k 8] [--tau 600] [--tol 1e-10] [--repeat 1]; prints JSON.
"""

import argparse
import json
import time

import numpy as np
from scipy.integrate import solve_ivp


def start(k, seed=123):
    """u and a of the experiment `logistic` with d = k: the draws of NumPy's legacy generator in its order."""
    random = np.random.RandomState(seed)
    V = 0.1 * random.randn(k, k)
    a = 0 * random.randn(k)
    teacher = random.randn(k)
    return V.T @ (teacher / np.linalg.norm(teacher)), a


def weights(a):
    e = np.exp(a - a.max())
    return e / e.sum()


def rate(tau, y):
    k = len(y) // 2
    u, a, w = y[:k], y[k : 2 * k], y[-1]
    s = weights(a)
    z = u @ s
    result = np.empty_like(y)
    result[:k] = s
    result[k : 2 * k] = s * (u - z)
    a_rate = result[k : 2 * k]
    result[-1] = 1 - w / (1 + np.exp(-z)) * (s @ s + a_rate @ a_rate)
    return result


def flow(k, tau, tol):
    """The solution object at tau and the seconds that it took."""
    u, a = start(k)
    y = np.concatenate([u, a, [0.0]])
    before = time.perf_counter()
    solution = solve_ivp(rate, (0, tau), y, method="DOP853", rtol=tol, atol=tol)
    return solution, time.perf_counter() - before


def summary(k, tau, tol, repeat):
    runs = [flow(k, tau, tol) for _ in range(repeat)]
    y = runs[0][0].y[:, -1]
    s = weights(y[k : 2 * k])
    z = y[:k] @ s
    return {
        "seconds": sorted(seconds for _, seconds in runs),
        "steps": len(runs[0][0].t) - 1,
        "rhs_evals": runs[0][0].nfev,
        "alpha": s.tolist(),
        "log_t": float(np.log(y[-1]) + np.logaddexp(0, z)),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The rescaled logistic flow by SciPy's DOP853")
    parser.add_argument("--k", type=int, default=8)
    parser.add_argument("--tau", type=float, default=600)
    parser.add_argument("--tol", type=float, default=1e-10)
    parser.add_argument("--repeat", type=int, default=1)
    print(json.dumps(summary(**vars(parser.parse_args()))))
