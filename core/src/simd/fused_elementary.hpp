#pragma once

#include "simd/coefficients.hpp"
#include "simd/fused.hpp"

// exp, the logistic function and the normal distribution of a pack of floats or doubles, with fused multiply-add: for
// the kernels of transformers. What flows use is in elementary.hpp.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// e^x, error about 1 unit in the last place; 0 below −86 (float) or −708 (double), ∞ where it is above the largest
/// number of the type; NaN stays NaN.
template <class P>
POLARIZE_INLINE P exponential(const P& x) {
    using T = typename P::value_type;
    using C = Coefficients<T>;
    const P t = multiply_add(x, P(C::log2_e), P(FloatBits<T>::kRound));
    const P n = t - P(FloatBits<T>::kRound);
    const P r = multiply_add(n, P(-C::ln2_low), multiply_add(n, P(-C::ln2_high), x));
    const P fraction = multiply_add(r * r, polynomial(r, C::exp_q), P(1) + r);
    // The last power of two is split off so that the largest exponent can be reached.
    const P result = (fraction * times_power_of_two(P(1), t - P(1))) * P(2);
    const P cut = select(x < P(C::exp_lowest), P(0), result);
    return select(P(C::exp_highest) < x, P(static_cast<T>(__builtin_inf())), cut);
}

/// 1/(1+e^−x).
template <class P>
POLARIZE_INLINE P logistic_function(const P& x) {
    return P(1) / (P(1) + exponential(P(0) - x));
}

/// The standard normal's distribution function Φ(x) = ½ erfc(−x/√2) and density φ(x) = e^(−x²/2)/√(2π).
template <class P>
struct Normal {
    P distribution;
    P density;
};

/// Both from one exponential and one division: with z = |x|/√2, Φ(−|x|) = ½ e^(−z²) · [(1+2z) e^(z²) erfc(z)]/(1+2z).
/// Absolute error about 1e-7 (float) or 1e-16 (double).
template <class P>
POLARIZE_INLINE Normal<P> normal(const P& x) {
    using T = typename P::value_type;
    using C = Coefficients<T>;
    const P z = abs(x) * P(C::sqrt_half);
    const P e = exponential(P(static_cast<T>(-0.5)) * x * x);
    const P above = z + P(C::erfc_centre);
    const P slope = multiply_add(P(2), z, P(1));
    const P inverse = P(1) / (above * slope);
    const P t = (z - P(C::erfc_centre)) * slope * inverse;
    const P tail = P(static_cast<T>(0.5)) * e * polynomial(t, C::erfc_p) * (above * inverse);
    return {select(x < P(0), tail, P(1) - tail), e * P(C::normal_density_0)};
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
