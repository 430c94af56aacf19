#pragma once

#include <cstddef>

#include "nn/kernels/pack.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

namespace detail {

/// Coefficients of q in e^r = 1 + r + r² q(r), |r| ≤ ln(2)/2, lowest power first, and where e^x leaves T's normal
/// range.
template <class T>
struct ExpConstants;
/// Chebyshev fit, error of e^r 8e-9.
template <>
struct ExpConstants<float> {
    static constexpr float q[5] = {0.5F, 0.1666657702559799F, 0.041666554662050534F, 0.008363173074513711F,
                                   0.001392617611993558F};
    static constexpr float kLn2High = 0x1.62e4p-1F;  // 9 trailing zeros: n · kLn2High is exact
    static constexpr float kLn2Low = 0x1.7f7d1cp-20F;
    static constexpr float kLowest = -86.0F;
    static constexpr float kHighest = 88.7F;
};
/// Remez exchange, error of e^r 4e-18; as numeric/elementary.hpp has it.
template <>
struct ExpConstants<double> {
    static constexpr double q[10] = {0x1.000000000000ap-1,  0x1.55555555554fap-3,  0x1.555555555087cp-5,
                                     0x1.1111111127be5p-7,  0x1.6c16c1842a11dp-10, 0x1.a01a012a57b51p-13,
                                     0x1.a0199a0c677acp-16, 0x1.71df2552390c2p-19, 0x1.28ad72cc30daap-22,
                                     0x1.ad7f6f0799ee2p-26};
    static constexpr double kLn2High = 0x1.62e42feep-1;
    static constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
    static constexpr double kLowest = -708.0;
    static constexpr double kHighest = 709.7;
};

/// Coefficients in t = (z−K)/(z+K), lowest power first, of (1+2z) e^(z²) erfc(z), z ≥ 0: Chebyshev fits in 50-digit
/// arithmetic, of error 7e-8 and 6e-17.
template <class T>
struct ErfcConstants;
template <>
struct ErfcConstants<float> {
    static constexpr float kCentre = 2.5F;
    static constexpr float p[11] = {1.2648381843668615F,    -0.1223574913640077F,   -0.0990244475987002F,
                                    0.15764463080147162F,   -0.10296889438204207F,  0.032676372644295106F,
                                    0.0009421644424298378F, -0.004178661442332511F, 0.0004685819146055869F,
                                    0.0004047881423602062F, -6.601327423592082e-05F};
};
template <>
struct ErfcConstants<double> {
    static constexpr double kCentre = 3.75;
    static constexpr double p[24] = {
        1.2375126308378275,     -0.14024059858554702,   0.003585415485479575,    0.08227673849014977,
        -0.10880393014246645,   0.09230432116025894,    -0.05869339857631061,    0.028362277420377335,
        -0.00974657968596217,   0.001755625843431864,   0.000293714390578856,    -0.00029015404203352704,
        5.164649341002877e-05,  2.2384138525656757e-05, -1.1437980374495534e-05, -9.733875167494142e-07,
        1.7419011945194367e-06, -5.741076073013916e-08, -2.4851108650210706e-07, 2.3398534313040898e-08,
        3.195398612057818e-08,  -3.798189797736207e-09, -2.618520156503145e-09,  3.2052623379289157e-10};
};

/// Σ c_i xⁱ by Horner's rule.
template <class P, class T, std::size_t Count>
POLARIZE_INLINE P polynomial(const P& x, const T (&c)[Count]) {
    P sum(c[Count - 1]);
    for (std::size_t i = Count - 1; i-- > 0;) sum = multiply_add(sum, x, P(c[i]));
    return sum;
}

}  // namespace detail

/// e^x, error about 1 unit in the last place; 0 below −86 (float) or −708 (double), ∞ above 88.7 or 709.7; NaN stays
/// NaN.
template <class P>
POLARIZE_INLINE P exponential(const P& x) {
    using T = typename P::value_type;
    using C = detail::ExpConstants<T>;
    constexpr T kLog2E = static_cast<T>(0x1.71547652b82fep0);
    const P t = multiply_add(x, P(kLog2E), P(FloatBits<T>::kRound));
    const P n = t - P(FloatBits<T>::kRound);
    const P r = multiply_add(n, P(-C::kLn2Low), multiply_add(n, P(-C::kLn2High), x));
    const P fraction = multiply_add(r * r, detail::polynomial(r, C::q), P(1) + r);
    // The last power of two is split off so that the largest exponent can be reached.
    const P result = (fraction * power_of_two_of(t - P(1))) * P(2);
    const P cut = select(x < P(C::kLowest), P(0), result);
    return select(P(C::kHighest) < x, P(static_cast<T>(__builtin_inf())), cut);
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
    using C = detail::ErfcConstants<T>;
    const P z = abs(x) * P(static_cast<T>(0.70710678118654752440));
    const P e = exponential(P(static_cast<T>(-0.5)) * x * x);
    const P above = z + P(C::kCentre);
    const P slope = multiply_add(P(2), z, P(1));
    const P inverse = P(1) / (above * slope);
    const P t = (z - P(C::kCentre)) * slope * inverse;
    const P tail = P(static_cast<T>(0.5)) * e * detail::polynomial(t, C::p) * (above * inverse);
    return {select(x < P(0), tail, P(1) - tail), e * P(static_cast<T>(0.39894228040143267794))};
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
