#pragma once

#include "simd/coefficients.hpp"
#include "simd/isa_namespace.hpp"
#include "simd/lanes.hpp"

// e^x with the same bits on every instruction set: additions and multiplications in a fixed order, none fused. What
// transformers use is in fused_elementary.hpp.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// The numbers that the exponential is made of. A loop of exponentials over registers keeps them `from_memory`.
template <class Real>
struct ExpCoefficients {
    Real log2_e = Real(Coefficients<double>::log2_e);
    Real round = Real(FloatBits<double>::kRound);
    Real ln2_high = Real(Coefficients<double>::ln2_high);
    Real ln2_low = Real(Coefficients<double>::ln2_low);
    Real q[10] = {Real(Coefficients<double>::exp_q[0]), Real(Coefficients<double>::exp_q[1]),
                  Real(Coefficients<double>::exp_q[2]), Real(Coefficients<double>::exp_q[3]),
                  Real(Coefficients<double>::exp_q[4]), Real(Coefficients<double>::exp_q[5]),
                  Real(Coefficients<double>::exp_q[6]), Real(Coefficients<double>::exp_q[7]),
                  Real(Coefficients<double>::exp_q[8]), Real(Coefficients<double>::exp_q[9])};
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

/// e^r = 1 + r + r² q(r) for |r| ≤ ln(2)/2.
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

/// e^x for each lane of `x` (Real: Lanes or ScalarPack), error below 1.4 units in the last place, below 2 for
/// x < −707.6. Below −708 the result is 0 (no subnormal numbers), above 709.78…, the logarithm of the largest double,
/// it is ∞; NaN stays NaN. The same bits everywhere.
template <class Real>
POLARIZE_INLINE Real exp(const Real& x) {
    const detail::SplitExp<Real> split = detail::split_exp(x);
    // The last power of two is split off so that 2^1024 can be reached.
    const Real half = detail::power_of_two(split.t + Real(-1.0));
    const Real result = (split.fraction * half) * Real(2.0);
    const Real cut = select(x < Real(Coefficients<double>::exp_lowest), Real(0.0), result);
    return select(Real(Coefficients<double>::exp_highest) < x, Real(__builtin_inf()), cut);
}

/// e^x for x ≤ 709, with the bits of exp, and 0 below −708; what a larger x or NaN gives is not defined. Its checks do
/// not lengthen the chain of operations from x to the result.
template <class Real>
POLARIZE_INLINE Real exp_below_overflow(const Real& x) {
    const detail::SplitExp<Real> split = detail::split_exp(x);
    return select(x < Real(Coefficients<double>::exp_lowest), Real(0.0), times_power_of_two(split.fraction, split.t));
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
POLARIZE_INLINE double exp(double x) { return exp(ScalarPack<double>(x)).value; }

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
