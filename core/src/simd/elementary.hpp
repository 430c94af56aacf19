#pragma once

#include <cstdint>

#include "simd/isa_namespace.hpp"
#include "simd/lanes.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// The numbers that the exponential is made of. A loop of exponentials over registers keeps them `from_memory`.
template <class Real>
struct ExpCoefficients {
    Real log2_e = Real(0x1.71547652b82fep0);
    Real round = Real(0x1.8p52);            ///< adding it rounds to an integer and leaves that integer in the low bits
    Real ln2_high = Real(0x1.62e42feep-1);  ///< 21 trailing zeros: n · ln2_high is exact
    Real ln2_low = Real(0x1.a39ef35793c76p-33);
    Real q[10] = {Real(0x1.000000000000ap-1),  Real(0x1.55555555554fap-3),  Real(0x1.555555555087cp-5),
                  Real(0x1.1111111127be5p-7),  Real(0x1.6c16c1842a11dp-10), Real(0x1.a01a012a57b51p-13),
                  Real(0x1.a0199a0c677acp-16), Real(0x1.71df2552390c2p-19), Real(0x1.28ad72cc30daap-22),
                  Real(0x1.ad7f6f0799ee2p-26)};
    Real one = Real(1.0);
    Real lowest = Real(-500.0);  ///< the range of bounded_exp
    Real highest = Real(709.0);

    /// The constants as numbers that no compiler knows. Engines of WebAssembly put a constant that they know together
    /// anew, in three operations, wherever a loop reads it; elsewhere it makes no difference.
    static POLARIZE_INLINE ExpCoefficients from_memory() {
        ExpCoefficients constants;
#ifdef __wasm__
        ExpCoefficients* place = &constants;
        asm volatile("" : "+r"(place) : : "memory");
        return *place;
#else
        return constants;
#endif
    }
};

/// x = n ln 2 + r with |r| ≤ ln(2)/2 and t = n + 1.5·2^52 (see times_power_of_two).
template <class Real>
struct SplitExponent {
    Real t;
    Real r;
};

template <class Real>
POLARIZE_INLINE SplitExponent<Real> split_exponent(const Real& x, const ExpCoefficients<Real>& c) {
    const Real t = x * c.log2_e + c.round;
    const Real n = t - c.round;
    return {t, (x - n * c.ln2_high) - n * c.ln2_low};
}

/// The same of the nearest number to x in the range of bounded_exp.
template <class Real>
POLARIZE_INLINE SplitExponent<Real> split_bounded_exponent(const Real& x, const ExpCoefficients<Real>& c) {
    return split_exponent(smaller(larger(x, c.lowest), c.highest), c);
}

/// e^r = 1 + r + r² q(r) for |r| ≤ ln(2)/2, q the minimax polynomial of degree 9 (relative error 3.7e-18, by Remez
/// exchange). Only additions and multiplications in a fixed order: the same bits everywhere.
template <class Real>
POLARIZE_INLINE Real exp_of_remainder(const Real& r, const ExpCoefficients<Real>& c) {
    const Real r2 = r * r;
    const Real r4 = r2 * r2;

    const Real q01 = c.q[0] + r * c.q[1];
    const Real q23 = c.q[2] + r * c.q[3];
    const Real q45 = c.q[4] + r * c.q[5];
    const Real q67 = c.q[6] + r * c.q[7];
    const Real q89 = c.q[8] + r * c.q[9];
    // r + r² q in two halves of equal depth: an update waits for the result of one exponential after the other.
    const Real low = r + r2 * (q01 + r2 * q23);
    const Real high = (r4 * r2) * ((q45 + r2 * q67) + r4 * q89);
    return c.one + (low + high);
}

namespace detail {
/// e^x = 2^n · fraction, with t = n + 1.5·2^52.
template <class Real>
struct SplitExp {
    Real t;
    Real fraction;
};

template <class Real>
POLARIZE_INLINE SplitExp<Real> split_exp(const Real& x) {
    const ExpCoefficients<Real> constants;
    const SplitExponent<Real> split = split_exponent(x, constants);
    return {split.t, exp_of_remainder(split.r, constants)};
}

/// 2^n for t = n + 1.5·2^52.
template <class Real>
POLARIZE_INLINE Real power_of_two(const Real& t) {
    return times_power_of_two(Real(1.0), t);
}
}  // namespace detail

/// e^x for each lane of `x` (Real: Lanes or ScalarBatch), error below 1.4 units in the last place, below 2 for
/// x < −707.6. Below −708 the result is 0 (no subnormal numbers), above 709.78…, the logarithm of the largest double,
/// it is ∞; NaN stays NaN. The same bits everywhere.
template <class Real>
POLARIZE_INLINE Real exp(const Real& x) {
    const detail::SplitExp<Real> split = detail::split_exp(x);
    // The last power of two is split off so that 2^1024 can be reached.
    const Real half = detail::power_of_two(split.t + Real(-1.0));
    const Real result = (split.fraction * half) * Real(2.0);
    const Real cut = select(x < Real(-708.0), Real(0.0), result);
    return select(Real(709.782712893384) < x, Real(__builtin_inf()), cut);
}

/// e^x for x ≤ 709, with the bits of exp, and 0 below −708; what a larger x or NaN gives is not defined. Its checks do
/// not lengthen the chain of operations from x to the result.
template <class Real>
POLARIZE_INLINE Real exp_below_overflow(const Real& x) {
    const detail::SplitExp<Real> split = detail::split_exp(x);
    return select(x < Real(-708.0), Real(0.0), times_power_of_two(split.fraction, split.t));
}

/// e^x where x lies between −500 and 709, with the bits of exp; x beyond them counts as these. NaN, as arithmetic makes
/// it, stays NaN. A fifth quicker than exp.
template <class Real>
POLARIZE_INLINE Real bounded_exp(const Real& x) {
    const ExpCoefficients<Real> constants;
    const SplitExponent<Real> split = split_bounded_exponent(x, constants);
    return times_power_of_two(exp_of_remainder(split.r, constants), split.t);
}

/// scale/(1 + e^x) where scale > 0: scale beyond x = −708 and 0 beyond 708. With e^x = 2^n f it is
/// scale 2^−n/(2^−n + f), the same bits with one operation less between x and the result.
template <class Real>
POLARIZE_INLINE Real scaled_sigmoid_of_negative(const Real& scale, const Real& x) {
    const detail::SplitExp<Real> split = detail::split_exp(x);
    const Real inverse_power = detail::power_of_two(Real(0x1.8p53) - split.t);
    const Real quotient = (scale * inverse_power) / (inverse_power + split.fraction);
    return select(x < Real(-708.0), scale, select(Real(708.0) < x, Real(0.0), quotient));
}

/// e^x of one number.
POLARIZE_INLINE double exp(double x) { return exp(ScalarBatch(x)).value; }

/// Natural logarithm of one number, error below 1 unit in the last place; log(0) = −∞, negative → NaN.
///
/// x = 2^n m with m in [√½, √2);  f = m − 1, s = f/(2+f):  log m = f − f²/2 + s (f²/2 + R), R = Σ 2 s^(2i)/(2i+1), i
/// ≥ 1.
POLARIZE_INLINE double log(double x) {
    if (!(x > 0)) return x == 0 ? -__builtin_inf() : __builtin_nan("");
    if (x == __builtin_inf()) return x;
    double shift = 0;
    if (x < 0x1p-1022) {  // subnormal
        x *= 0x1p54;
        shift = -54;
    }
    const auto bits = __builtin_bit_cast(std::uint64_t, x);
    // Adding 1 − √½ in the fraction's scale carries into the exponent exactly when m would be at least √2.
    const std::uint64_t moved = bits + (0x3ff0000000000000U - 0x3fe6a09e667f3bcdU);
    const auto exponent = static_cast<std::int64_t>(moved >> 52U) - 1023;
    const std::uint64_t fraction = (moved & 0x000fffffffffffffU) + 0x3fe6a09e667f3bcdU;
    const double n = static_cast<double>(exponent) + shift;
    const double f = __builtin_bit_cast(double, fraction) - 1.0;

    const double s = f / (2.0 + f);
    const double s2 = s * s;
    double series = 2.0 / 23.0;
    for (int odd = 21; odd >= 3; odd -= 2) series = series * s2 + 2.0 / odd;
    const double half_square = 0.5 * f * f;
    constexpr double kLn2High = 0x1.62e42feep-1;
    constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
    return n * kLn2High - ((half_square - (s * (half_square + s2 * series) + n * kLn2Low)) - f);
}

/// log 10.
inline constexpr double kLog10 = 2.302585092994046;

/// log(1 + y) for y ≥ 0, accurate for small y.
POLARIZE_INLINE double log_one_plus(double y) {
    const double sum = 1.0 + y;
    if (sum == __builtin_inf()) return sum;
    return log(sum) + (y - (sum - 1.0)) / sum;
}

/// 1/(1+e^−x) for each lane, for any x: no overflow, exact limits 0 and 1.
template <class Real>
POLARIZE_INLINE Real sigmoid(const Real& x) {
    return Real(1.0) / (Real(1.0) + exp(-x));
}
POLARIZE_INLINE double sigmoid(double x) { return sigmoid(ScalarBatch(x)).value; }

/// log(1 + e^x) for any x: the logistic loss of margin −x.
POLARIZE_INLINE double softplus(double x) { return (x > 0 ? x : 0.0) + log_one_plus(exp(-__builtin_fabs(x))); }

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
