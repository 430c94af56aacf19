"""Writes coefficients.hpp: the numbers that exp, log and erfc are made of, computed in 60-digit arithmetic.

  python3 make_coefficients.py > coefficients.hpp
  python3 make_coefficients.py --check     compares coefficients.hpp with what would be written; exit code 1 when they differ

Sources. The argument of exp is reduced by n ln 2 with ln 2 in two parts, the first short enough that its product with n is
exact (Cody, Waite, "Software Manual for the Elementary Functions", 1980). erfc comes from Chebyshev interpolation of
(1 + 2z) e^(z^2) erfc(z) in t = (z - K)/(z + K), bounded over all z >= 0 (Shepherd, Laframboise, "Chebyshev Approximation of
(1+2x)exp(x^2)erfc x in 0 <= x < infinity", Mathematics of Computation 36, 1981, whose K = 3.75 is taken for doubles).
"""

import math
import struct
import sys
from decimal import Decimal, getcontext
from pathlib import Path

getcontext().prec = 60
ZERO, ONE, TWO = Decimal(0), Decimal(1), Decimal(2)
TINY = Decimal(10) ** -58
LN2 = TWO.ln()
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628621")

# q of doubles, by Remez exchange in relative error. Every hash of a run depends on its bits, so they stay as they were first
# computed; --check sees how near they are to the best that the exchange finds.
EXP_Q = """
    0x1.000000000000ap-1 0x1.55555555554fap-3 0x1.555555555087cp-5 0x1.1111111127be5p-7 0x1.6c16c1842a11dp-10
    0x1.a01a012a57b51p-13 0x1.a0199a0c677acp-16 0x1.71df2552390c2p-19 0x1.28ad72cc30daap-22 0x1.ad7f6f0799ee2p-26
""".split()


def cosine(x):
    """For |x| <= 2 pi."""
    total, term, k = ZERO, ONE, 0
    while abs(term) > TINY:
        total += term
        k += 2
        term = -term * x * x / (k * (k - 1))
    return total


def exp_q(r):
    """(e^r - 1 - r)/r^2."""
    total, term, k = ZERO, ONE / 2, 2
    while abs(term) > TINY:
        total += term
        k += 1
        term = term * r / k
    return total


def scaled_erfc(z):
    """(1 + 2z) e^(z^2) erfc(z) for z >= 0."""
    if z < 4:
        getcontext().prec = 110  # the two terms cancel
        total, term, k = ZERO, z, 0
        while term > Decimal(10) ** -105:
            total += term
            k += 1
            term = term * 2 * z * z / (2 * k + 1)
        result = (z * z).exp() - 2 / PI.sqrt() * total
        getcontext().prec = 60
    else:
        fraction = z
        for k in range(600, 0, -1):
            fraction = z + Decimal(k) / 2 / fraction
        result = 1 / (PI.sqrt() * fraction)
    return (1 + 2 * z) * result


def chebyshev_fit(function, count):
    """The coefficients, lowest power first, of the polynomial through `function` at the Chebyshev nodes of [-1, 1]."""
    nodes = [cosine((2 * j + 1) * PI / (2 * count)) for j in range(count)]
    values = [function(x) for x in nodes]
    result = [ZERO] * count
    before, present = [ZERO] * count, [ONE] + [ZERO] * (count - 1)  # T_-1 taken as 0, T_0
    for i in range(count):
        weight = sum(v * cosine(i * (2 * j + 1) % (4 * count) * PI / (2 * count)) for j, v in enumerate(values)) * 2 / count
        for power in range(count):
            result[power] += (weight / 2 if i == 0 else weight) * present[power]
        factor = 1 if i == 0 else 2
        before, present = present, [factor * shifted - b for shifted, b in zip([ZERO] + present[:-1], before)]
    return result


def solve(matrix, right):
    """Gaussian elimination with pivots."""
    rows = [row + [b] for row, b in zip(matrix, right)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda j: abs(rows[j][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i])]
    x = [ZERO] * size
    for i in reversed(range(size)):
        x[i] = (rows[i][size] - sum(rows[i][j] * x[j] for j in range(i + 1, size))) / rows[i][i]
    return x


class ExpError:
    """The relative error of e^r = 1 + r + r^2 q(r) over |r| <= ln(2)/2, on a grid."""

    POINTS = 400

    def __init__(self):
        self.grid = [LN2 / 2 * Decimal(2 * j - self.POINTS) / self.POINTS for j in range(self.POINTS + 1)]
        self.exact = [exp_q(r) for r in self.grid]
        self.weight = [r * r / r.exp() for r in self.grid]

    def of(self, q):
        errors = []
        for r, exact, weight in zip(self.grid, self.exact, self.weight):
            value = ZERO
            for c in reversed(q):
                value = value * r + c
            errors.append((value - exact) * weight)
        return errors

    def best(self, count):
        """The best q with `count` coefficients, by Remez exchange between points of the grid."""
        places = [round(self.POINTS * (1 - math.cos(math.pi * j / count)) / 2) for j in range(count + 1)]
        places = [p + (self.weight[p] == 0) for p in places]
        largest = None
        for _ in range(20):
            rows = [[self.grid[p] ** i if i else ONE for i in range(count)] + [(-1) ** j / self.weight[p]]
                    for j, p in enumerate(places)]
            *q, _ = solve(rows, [self.exact[p] for p in places])
            errors = self.of(q)
            if largest == (largest := max(map(abs, errors))):
                break
            places = self.alternating(errors, count + 1)
        return q

    @staticmethod
    def alternating(errors, count):
        """Places of `count` extrema with alternating signs."""
        places = []
        for place, error in enumerate(errors):
            if error == 0:
                continue
            if places and (errors[places[-1]] > 0) == (error > 0):
                if abs(error) > abs(errors[places[-1]]):
                    places[-1] = place
            else:
                places.append(place)
        while len(places) > count:
            places.pop(0 if abs(errors[places[0]]) < abs(errors[places[-1]]) else -1)
        return places


def cut(x, bits):
    """x without what lies behind its first `bits` bits."""
    mantissa, exponent = math.frexp(float(x))
    return Decimal(math.ldexp(math.floor(Decimal(2) ** (bits - exponent) * x), exponent - bits))


def to_float(x):
    return struct.unpack("f", struct.pack("f", float(x)))[0]


def text(x, suffix):
    """A literal that is exact: the shortest hexadecimal one."""
    value = to_float(x) if suffix else float(x)
    digits, exponent = value.hex().split("p")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return f"{digits}p{exponent}{suffix}"


def array(values, suffix):
    return "{" + ", ".join(text(v, suffix) for v in values) + "}"


def largest_argument(suffix):
    """The largest number whose exponential is one, rounded down."""
    bits = 24 if suffix else 53
    largest = (TWO - TWO ** (1 - bits)) * TWO ** (127 if suffix else 1023)
    return cut(largest.ln(), bits)


def members(kind, suffix, ln2_bits, q, lowest, centre, erfc_count):
    high = cut(LN2, ln2_bits)
    erfc = chebyshev_fit(lambda t: scaled_erfc(centre * (1 + t) / (1 - t)), erfc_count)
    rows = [
        ("log2_e", text(1 / LN2, suffix), "1/ln 2"),
        ("ln2_high", text(high, suffix), f"The first {ln2_bits} bits of ln 2, and the rest"),
        ("ln2_low", text(LN2 - high, suffix), None),
        (f"exp_q[{len(q)}]", array(q, suffix), "The coefficients of q in e^r = 1 + r + r² q(r), |r| ≤ ln(2)/2, lowest power first"),
        ("exp_lowest", text(Decimal(lowest), suffix), "Below it e^x counts as 0: no subnormal numbers"),
        ("exp_highest", text(largest_argument(suffix), suffix), "Above it e^x is ∞"),
        ("ln_10", text(Decimal(10).ln(), suffix), None),
        ("sqrt_half", text((ONE / 2).sqrt(), suffix), None),
        ("normal_density_0", text(1 / (2 * PI).sqrt(), suffix), "1/√(2π)"),
        ("erfc_centre", text(centre, suffix), "K of erfc_p"),
        (f"erfc_p[{erfc_count}]", array(erfc, suffix),
         "(1+2z) e^(z²) erfc(z) for z ≥ 0, in powers of t = (z−K)/(z+K), lowest first"),
    ]
    lines = ["template <>", f"struct Coefficients<{kind}> {{"]
    for name, value, comment in rows:
        if comment:
            lines.append(f"    /// {comment}.")
        lines.append(f"    static constexpr {kind} {name} = {value};")
    return "\n".join(lines + ["};"])


def header():
    half = LN2 / 2
    float_q = [c / half**i for i, c in enumerate(chebyshev_fit(lambda t: exp_q(t * half), 5))]
    double_q = [Decimal(float.fromhex(c)) for c in EXP_Q]
    return "\n".join([
        "// Written by make_coefficients.py; change that.",
        "#pragma once",
        "",
        '#include "simd/isa_namespace.hpp"',
        "",
        "// clang-format off",
        "namespace polarize::inline POLARIZE_ISA_NAMESPACE {",
        "",
        "/// The numbers that exp, log and erfc are made of. Their sources are named in the script.",
        "template <class T>",
        "struct Coefficients;",
        "",
        members("float", "F", 15, float_q, "-86", Decimal("2.5"), 11),
        "",
        members("double", "", 32, double_q, "-708", Decimal("3.75"), 24),
        "",
        "}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE",
        "// clang-format on",
        "",
    ])


def check():
    if Path(__file__).with_name("coefficients.hpp").read_text(encoding="utf-8") != header():
        sys.exit("coefficients.hpp is not what make_coefficients.py writes")
    error = ExpError()
    own = max(map(abs, error.of([Decimal(float.fromhex(c)) for c in EXP_Q])))
    best = error.best(len(EXP_Q))
    rounded = max(map(abs, error.of([Decimal(float(c)) for c in best])))
    print(f"relative error of q {own:.3e}; of the exchange's {max(map(abs, error.of(best))):.3e}, as doubles {rounded:.3e}")
    if own > Decimal("1.01") * rounded:
        sys.exit("q is not near the best of its degree")


if sys.argv[1:] == ["--check"]:
    check()
elif len(sys.argv) == 1:
    print(header(), end="")
else:
    sys.exit("usage: make_coefficients.py [--check]")
