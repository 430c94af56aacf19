"""Writes tableaux.cpp: the Runge-Kutta coefficients as exact doubles.

Euler, the classical RK4, Dormand-Prince 5(4) and Dormand-Prince 8(5,3), the last two with their continuous extensions
(Hairer, Norsett, Wanner, "Solving Ordinary Differential Equations I", II.5-II.6, II.10), which are turned here into one form,
    y(t + theta h) = y + h sum_i k_i (P_i1 theta + P_i2 theta^2 + ...).
The numbers of the two embedded pairs are read from SciPy. Run: python3 make_tableaux.py > tableaux.cpp
"""

import numpy as np
from scipy.integrate._ivp import dop853_coefficients as dop853
from scipy.integrate._ivp.rk import RK45


def hermite(stages, weights):
    """Cubic Hermite interpolation: k_0 at the start, the last k at the end, the increment from the weights."""
    P = np.zeros((stages, 3))
    P[: len(weights), 1] += 3 * np.asarray(weights)
    P[: len(weights), 2] -= 2 * np.asarray(weights)
    P[0] += [1, -2, 1]
    P[-1] += [0, -1, 1]
    return P


def dop853_dense():
    """SciPy's nested form x(F0 + (1-x)(F1 + x(F2 + ...))) multiplied out."""
    n = 16
    B = np.zeros(n)
    B[:12] = dop853.B
    F = np.zeros((7, n))
    F[0] = B
    F[1] = -B
    F[1, 0] += 1
    F[2] = 2 * B
    F[2, 12] -= 1
    F[2, 0] -= 1
    F[3:] = dop853.D
    x = np.polynomial.Polynomial([0, 1])
    P = np.zeros((n, 7))
    for i in range(n):
        y = np.polynomial.Polynomial([0.0])
        for order, f in enumerate(reversed(F[:, i])):
            y = (y + f) * (x if order % 2 == 0 else 1 - x)
        P[i, : len(y.coef) - 1] = y.coef[1:]
    return P


def method(name, comment, order, error_order, A, B, E, E_second, P, stages, dense_stages):
    def rows(M):
        return "{" + ", ".join(repr(float(v)) for v in np.asarray(M).ravel()) + "}"

    A = np.asarray(A, dtype=float)
    lower = [A[i, j] for i in range(A.shape[0]) for j in range(i)]
    print(f"// {comment}")
    for label, values in (("A", lower), ("B", B), ("E", E), ("E2", E_second), ("P", P)):
        values = np.asarray(values, dtype=float).ravel()
        if len(values):
            print(f"constexpr std::array<double, {len(values)}> k{name}{label}{rows(values)};")
    ref = lambda label, values: f"k{name}{label}" if len(np.asarray(values).ravel()) else "{}"
    print(f"""constexpr Tableau k{name}{{.order = {order},
    .error_order = {error_order},
    .stages = {stages},
    .dense_stages = {dense_stages},
    .A = {ref("A", lower)},
    .B = {ref("B", B)},
    .E = {ref("E", E)},
    .E_second = {ref("E2", E_second)},
    .P = {ref("P", P)}}};
""")


print("""// Written by make_tableaux.py; change that.

#include "ode/tableaux.hpp"

#include <array>

namespace polarize {

namespace {

// clang-format off
""")
# In every method the stage after the last of B is the derivative at the new point (first same as last).
method("Euler", "Euler's method", 1, 0, [[0, 0], [1, 0]], [1], [], [], hermite(2, [1]), 1, 2)
rk4 = np.zeros((5, 5))
rk4[1, 0] = rk4[2, 1] = 0.5
rk4[3, 2] = 1
rk4[4, :4] = [1 / 6, 1 / 3, 1 / 3, 1 / 6]
method("Rk4", "The classical method of order 4", 4, 0, rk4, rk4[4, :4], [], [], hermite(5, rk4[4, :4]), 4, 5)
A = np.zeros((7, 7))
A[:6, :5] = RK45.A
A[6, :6] = RK45.B
method("DormandPrince5", "Dormand-Prince 5(4)", 5, 4, A, RK45.B, RK45.E, [], RK45.P, 6, 7)
A = dop853.A.copy()
A[12, :12] = dop853.B
method("DormandPrince8", "Dormand-Prince 8(5,3)", 8, 7, A, dop853.B, dop853.E5, dop853.E3, dop853_dense(), 12, 16)
print("""// clang-format on

}  // namespace

const Tableau& tableau(Method method) {
    switch (method) {
        case Method::euler: return kEuler;
        case Method::rk4: return kRk4;
        case Method::dormand_prince_5: return kDormandPrince5;
        default: return kDormandPrince8;
    }
}

}  // namespace polarize""")
