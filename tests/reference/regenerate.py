#!/usr/bin/env python3
"""Runs the paper's small experiments anew, written in plain NumPy from their formulas, and compares the ends with the files here.

Usage: regenerate.py [--long]. Prints the largest difference of each array from its file and exits with 1 when one is above its
tolerance. --long adds the 10^7 updates of the Kullback-Leibler experiment (minutes). Nothing is written.

It shares no line with the library or with the published code: a third opinion on the arrays that the tests compare with.
"""

import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
EPSILON = 1e-10


def load(name):
    return np.load(HERE / f"{name}.npy")


def softmax(a):
    e = np.exp(a - a.max())
    return e / e.sum()


class Normalised:
    """alpha = f(a)/(sum of f(a) + epsilon) and its vector-Jacobian product, from f and its derivative."""

    def __init__(self, numerator, derivative):
        self.numerator, self.derivative = numerator, derivative

    def forward(self, a):
        values = self.numerator(a)
        return values / (values.sum() + EPSILON)

    def backward(self, a, alpha, g):
        return self.derivative(a) / (self.numerator(a).sum() + EPSILON) * (g - g @ alpha)


class Softmax:
    def forward(self, a):
        return softmax(a)

    def backward(self, a, alpha, g):
        return alpha * (g - g @ alpha)


class Sigmoid:
    def forward(self, a):
        return 1 / (1 + np.exp(-a))

    def backward(self, a, alpha, g):
        return alpha * (1 - alpha) * g


MAPS = {
    "l1": Normalised(np.abs, np.sign),
    "sum": Normalised(lambda a: a, np.ones_like),
    "l2": Normalised(np.square, lambda a: 2 * a),
    "softmax": Softmax(),
    "relu_norm": Normalised(lambda a: np.maximum(a, 0), lambda a: (a > 0).astype(float)),
    "sigmoid": Sigmoid(),
}


def descend(V, a, score_map, residual, lr, steps):
    """Gradient descent on l(V sigma(a)); residual is the gradient of l at beta = V sigma(a)."""
    V, a = V.copy(), a.copy()
    for _ in range(steps):
        alpha = score_map.forward(a)
        r = residual(V @ alpha)
        grad_a = score_map.backward(a, alpha, V.T @ r)
        V -= lr * np.outer(r, alpha)
        a -= lr * grad_a
    return V, a, score_map.forward(a)


def logistic_residual(beta_star):
    return lambda beta: -beta_star / (1 + np.exp(beta_star @ beta))


def square_residual(beta_star):
    return lambda beta: beta - beta_star


class Check:
    """Compares arrays with the files and remembers whether one was off."""

    def __init__(self):
        self.failed = False

    def __call__(self, name, value, tolerance, stored=None):
        stored = load(name) if stored is None else stored
        difference = np.max(np.abs(value - stored)) / max(1.0, np.max(np.abs(stored)))
        verdict = "" if difference <= tolerance else f"   above {tolerance:g}"
        self.failed |= bool(verdict)
        print(f"{name:45} {difference:9.2e}{verdict}", flush=True)


def logistic(check):
    np.random.seed(123)
    V, a, beta_star = 0.1 * np.random.randn(8, 8), 0 * np.random.randn(8), np.random.randn(8)
    beta_star /= np.linalg.norm(beta_star)
    for name, value in {"V": V, "a": a, "beta_star": beta_star}.items():
        check(f"logistic/{name}", value, 0)
    V, a, _ = descend(V, a, MAPS["softmax"], logistic_residual(beta_star), 0.1, 1_000_000)
    check("logistic/V_final", V, 1e-12)
    check("logistic/a_final", a, 1e-12)


def normalisers(check):
    np.random.seed(42)
    beta_star = np.random.randn(10)
    beta_star /= np.linalg.norm(beta_star)
    np.random.seed(42)
    V, a = 0.1 * np.random.randn(10, 10), 1 + 0.1 * np.random.randn(10)
    for name, value in {"V": V, "a": a, "beta_star": beta_star}.items():
        check(f"normalisers/{name}", value, 0)
    runs = {"square": (square_residual, 0.1, 5000), "logistic": (logistic_residual, 0.5, 100_000)}
    for loss, (residual, lr, steps) in runs.items():
        for map_name, score_map in MAPS.items():
            V_final, a_final, alpha_final = descend(V, a, score_map, residual(beta_star), lr, steps)
            run = f"normalisers/{loss}_{map_name}"
            # l1: the losers' scores jump over 0 for ever and amplify every rounding. sum: weights of both signs, the sum of
            # the scores passes near 0 early on and magnifies the last bits.
            V_tolerance, tolerance = {"l1": (1e-3, 1e-4), "sum": (1e-9, 1e-9)}.get(map_name, (1e-11, 1e-11))
            if loss == "square":
                V_tolerance = tolerance = 1e-11
            check(f"{run}_V_final", V_final, V_tolerance)
            check(f"{run}_alpha_final", alpha_final, tolerance)
            if (loss, map_name) != ("logistic", "l1"):
                check(f"{run}_a_final", a_final, tolerance)


def tied(check):
    for D in (10, 20, 50):
        np.random.seed(42)
        beta_star = np.random.randn(D)
        beta_star /= np.linalg.norm(beta_star)
        np.random.seed(42)
        np.random.randn(D, D)
        a = 1 + 0.1 * np.random.randn(D)
        check(f"tied/D{D}_a", a, 0)
        check(f"tied/D{D}_beta_star", beta_star, 1e-15)  # the norm's last bit depends on the BLAS
        beta_star = load(f"tied/D{D}_beta_star")
        U = np.eye(D)
        for _ in range(10_000):
            alpha = softmax(U @ a)
            u = U.T @ beta_star
            c = -1 / (1 + np.exp(u @ alpha))
            h = alpha * (u - u @ alpha)
            grad_U = c * (np.outer(beta_star, alpha) + np.outer(h, a))
            a = a - 0.05 * c * (U.T @ h)
            U = U - 0.05 * grad_U
        check(f"tied/D{D}_U_final", U, 1e-12)
        check(f"tied/D{D}_a_final", a, 1e-12)
        check(f"tied/D{D}_alpha_final", softmax(U @ a), 1e-12)


def conditioning(check):
    for kappa in (1, 3, 5):
        np.random.seed(123)
        V, a = 1e-5 * np.random.randn(20, 20), 1e-3 * np.random.randn(20)
        X, y = np.random.randn(20, 20), np.random.randn(20)
        left, _, right = np.linalg.svd(X)
        X = left @ np.diag(np.linspace(1, 1 / kappa, 20)) @ right
        run = f"conditioning/kappa{kappa}"
        for name, value, tolerance in (("V", V, 0), ("a", a, 0), ("y", y, 0), ("X", X, 1e-13)):
            check(f"{run}_{name}", value, tolerance)
        X = load(f"{run}_X")
        V, a, _ = descend(V, a, MAPS["softmax"], lambda beta: 2 * (X.T @ (X @ beta - y)), 1e-3, 300_000)
        check(f"{run}_V_final", V, 1e-11)
        check(f"{run}_a_final", a, 1e-11)


def kl(check, long):
    np.random.seed(123)
    V, a = 0.1 * np.random.randn(10, 10), 0 * np.random.randn(10)
    p_star = softmax(10 * np.random.rand(10))
    for name, value in {"V": V, "a": a, "p_star": p_star}.items():
        check(f"kl/{name}", value, 0 if name != "p_star" else 1e-15)
    p_star = load("kl/p_star")
    for power in (6, 7) if long else (6,):
        # Here V holds tokens in its rows: the same model with V transposed.
        V_final, a_final, _ = descend(V.T, a, MAPS["softmax"], lambda beta: softmax(beta) - p_star, 0.1, 10**power)
        check(f"kl/V_final_1e{power}", V_final.T, 1e-11)
        check(f"kl/a_final_1e{power}", a_final, 1e-11)


def main():
    if sys.argv[1:] not in ([], ["--long"]):
        sys.exit(__doc__)
    check = Check()
    logistic(check)
    normalisers(check)
    tied(check)
    conditioning(check)
    kl(check, long="--long" in sys.argv)
    sys.exit(1 if check.failed else 0)


if __name__ == "__main__":
    main()
