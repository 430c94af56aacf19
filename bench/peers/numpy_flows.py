"""The paper's small experiments in NumPy, vectorised as a NumPy user would write them: the peer that polarize is measured against.

    numpy_flows.py EXPERIMENT --steps N    prints {"seconds", "steps", "alpha", "loss"} as JSON

Set-ups and updates follow the mathematics (softmax everywhere); nothing is recorded while the clock runs.
"""

import argparse
import json
import time

import numpy as np


def softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def pull_back(alpha, g):
    """J(a)^T g of the softmax."""
    return alpha * (g - alpha @ g)


def descend_teacher(V, a, beta_star, lr, steps, residual):
    for _ in range(steps):
        alpha = softmax(a)
        r = residual(V @ alpha, beta_star)
        g = V.T @ r
        V -= lr * np.outer(r, alpha)
        a -= lr * pull_back(alpha, g)
    return V, a


def logistic_residual(beta, beta_star):
    return -sigmoid(-(beta_star @ beta)) * beta_star


def logistic_loss(beta, beta_star):
    return np.log1p(np.exp(-(beta_star @ beta)))


def square_residual(beta, beta_star):
    return beta - beta_star


def square_loss(beta, beta_star):
    return 0.5 * np.sum((beta - beta_star) ** 2)


def logistic(steps):
    np.random.seed(123)
    V = 0.1 * np.random.randn(8, 8)
    a = 0 * np.random.randn(8)
    beta_star = np.random.randn(8)
    beta_star /= np.linalg.norm(beta_star)
    start = time.perf_counter()
    V, a = descend_teacher(V, a, beta_star, 0.1, steps, logistic_residual)
    seconds = time.perf_counter() - start
    return seconds, softmax(a), logistic_loss(V @ softmax(a), beta_star)


def normalisers(steps, lr, residual, loss):
    np.random.seed(42)
    beta_star = np.random.randn(10)
    beta_star /= np.linalg.norm(beta_star)
    np.random.seed(42)
    V = 0.1 * np.random.randn(10, 10)
    a = 1 + 0.1 * np.random.randn(10)
    start = time.perf_counter()
    V, a = descend_teacher(V, a, beta_star, lr, steps, residual)
    seconds = time.perf_counter() - start
    return seconds, softmax(a), loss(V @ softmax(a), beta_star)


def tied(steps, D=10, lr=0.05):
    np.random.seed(42)
    beta_star = np.random.randn(D)
    beta_star /= np.linalg.norm(beta_star)
    np.random.seed(42)
    np.random.randn(D, D)
    a = 1 + 0.1 * np.random.randn(D)
    U = np.eye(D)
    start = time.perf_counter()
    for _ in range(steps):
        alpha = softmax(U @ a)
        r = logistic_residual(U @ alpha, beta_star)
        h = pull_back(alpha, U.T @ r)
        step_a = U.T @ h
        U -= lr * (np.outer(r, alpha) + np.outer(h, a))
        a -= lr * step_a
    seconds = time.perf_counter() - start
    alpha = softmax(U @ a)
    return seconds, alpha, logistic_loss(U @ alpha, beta_star)


def conditioning(steps, kappa=5, lr=1e-3):
    np.random.seed(123)
    V = 1e-5 * np.random.randn(20, 20)
    a = 1e-3 * np.random.randn(20)
    left, _, right = np.linalg.svd(np.random.randn(20, 20))
    y = np.random.randn(20)
    X = left @ np.diag(np.linspace(1, 1 / kappa, 20)) @ right
    start = time.perf_counter()
    for _ in range(steps):
        alpha = softmax(a)
        r = 2 * (X.T @ (X @ (V @ alpha) - y))
        g = V.T @ r
        V -= lr * np.outer(r, alpha)
        a -= lr * pull_back(alpha, g)
    seconds = time.perf_counter() - start
    alpha = softmax(a)
    return seconds, alpha, np.sum((y - X @ (V @ alpha)) ** 2)


def kl(steps, lr=0.1):
    np.random.seed(123)
    V = 0.1 * np.random.randn(10, 10)
    a = 0 * np.random.randn(10)
    p_star = softmax(10 * np.random.rand(10))
    start = time.perf_counter()
    for _ in range(steps):
        alpha = softmax(a)
        r = softmax(V.T @ alpha) - p_star
        g = V @ r
        V -= lr * np.outer(alpha, r)
        a -= lr * pull_back(alpha, g)
    seconds = time.perf_counter() - start
    alpha = softmax(a)
    return seconds, alpha, -np.sum(p_star * np.log(softmax(V.T @ alpha)))


EXPERIMENTS = {
    "logistic": logistic,
    "normalisers-square": lambda steps: normalisers(steps, 0.1, square_residual, square_loss),
    "normalisers-logistic": lambda steps: normalisers(steps, 0.5, logistic_residual, logistic_loss),
    "tied": tied,
    "conditioning": conditioning,
    "kl": kl,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment", choices=EXPERIMENTS)
    parser.add_argument("--steps", type=int, required=True)
    arguments = parser.parse_args()
    seconds, alpha, loss = EXPERIMENTS[arguments.experiment](arguments.steps)
    print(json.dumps({"seconds": seconds, "steps": arguments.steps, "alpha": alpha.tolist(), "loss": float(loss)}))
