"""Gradient descent of many logistic value-softmax flows in NumPy: the program that one would write by broadcasting.

Prints a JSON object: flow-steps per second of processor time (the best of the repetitions), and the mean entropy at the
end, by which the programs can be compared.
"""

import argparse
import json
import os
import time

for variable in ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"]:
    os.environ[variable] = "1"

import numpy as np  # noqa: E402  (after the threads are limited)

MASK = 0xFFFFFFFF


def mixed(x):
    x ^= x >> 16
    x = x * 0x85EBCA6B & MASK
    x ^= x >> 13
    x = x * 0xC2B2AE35 & MASK
    return x ^ x >> 16


def flow_seed(seed, flow):
    """The seed of flow number `flow` of the ensemble `seed`."""
    key = mixed(seed ^ 0x9E3779B9)
    x = flow
    for _ in range(3):
        x = mixed(x + key & MASK)
        key = mixed(key + 0x9E3779B9 & MASK)
    return x


def draw(count, k, d, seed):
    """V (count, d, k), a (count, k) and beta_star (count, d) as the experiment "logistic" draws them."""
    V, a, beta_star = np.empty((count, d, k)), np.empty((count, k)), np.empty((count, d))
    for flow in range(count):
        np.random.seed(flow_seed(seed, flow))
        V[flow] = 0.1 * np.random.randn(d, k)
        a[flow] = 0 * np.random.randn(k)
        beta_star[flow] = np.random.randn(d)
        beta_star[flow] /= np.linalg.norm(beta_star[flow])
    return V, a, beta_star


def softmax(a):
    e = np.exp(a - a.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def descend_full(V, a, beta_star, lr, steps):
    """Updates of V and a."""
    for _ in range(steps):
        s = softmax(a)
        u = (beta_star[:, None, :] @ V)[:, 0, :]
        z = (u * s).sum(axis=1)
        c = lr / (1 + np.exp(z))
        V += (c[:, None] * beta_star)[:, :, None] * s[:, None, :]
        a += c[:, None] * s * (u - z[:, None])


def descend_reduced(u, a, lr, steps):
    """Updates of u = V^T beta_star and a, where the teachers have length one."""
    for _ in range(steps):
        s = softmax(a)
        z = (u * s).sum(axis=1)
        c = (lr / (1 + np.exp(z)))[:, None]
        a += c * s * (u - z[:, None])
        u += c * s


def entropy(a):
    s = softmax(a)
    return float(-(s * np.log(s)).sum(axis=1).mean())


def measure(count, k, d, seed, steps, repetitions):
    V, a, beta_star = draw(count, k, d, seed)
    u = (beta_star[:, None, :] @ V)[:, 0, :]
    results = {}
    for name in ["full", "reduced"]:
        seconds = []
        for _ in range(repetitions):
            state = V.copy() if name == "full" else u.copy()
            scores = a.copy()
            start = time.process_time()
            if name == "full":
                descend_full(state, scores, beta_star, 0.1, steps)
            else:
                descend_reduced(state, scores, 0.1, steps)
            seconds.append(time.process_time() - start)
        results[name] = {"flow_steps_per_s": count * steps / min(seconds), "entropy": entropy(scores)}
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in [("count", 4096), ("k", 8), ("d", 8), ("seed", 123), ("steps", 1000), ("repetitions", 3)]:
        parser.add_argument("--" + name, type=int, default=default)
    print(json.dumps(measure(**vars(parser.parse_args()))))


if __name__ == "__main__":
    main()
