#pragma once

#include <cstdint>

#include "simd/coefficients.hpp"
#include "simd/isa_namespace.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// Natural logarithm of one number, error below 1 unit in the last place; log(0) = −∞, negative → NaN.
///
/// x = 2^n m with m in [√½, √2);  f = m − 1, s = f/(2+f):  log m = f − f²/2 + s (f²/2 + R), R = Σ 2 s^(2i)/(2i+1), i
/// ≥ 1.
POLARIZE_INLINE double log(double x) {
    if (!(x > 0)) return x == 0 ? -__builtin_inf() : __builtin_nan("");
    if (x == __builtin_inf()) return x;
    constexpr auto kSqrtHalfBits = __builtin_bit_cast(std::uint64_t, Coefficients<double>::sqrt_half);
    double shift = 0;
    if (x < 0x1p-1022) {  // subnormal
        x *= 0x1p54;
        shift = -54;
    }
    const auto bits = __builtin_bit_cast(std::uint64_t, x);
    // Adding 1 − √½ in the fraction's scale carries into the exponent exactly when m would be at least √2.
    const std::uint64_t moved = bits + (0x3ff0000000000000U - kSqrtHalfBits);
    const auto exponent = static_cast<std::int64_t>(moved >> 52U) - 1023;
    const std::uint64_t fraction = (moved & 0x000fffffffffffffU) + kSqrtHalfBits;
    const double n = static_cast<double>(exponent) + shift;
    const double f = __builtin_bit_cast(double, fraction) - 1.0;

    const double s = f / (2.0 + f);
    const double s2 = s * s;
    double series = 2.0 / 23.0;
    for (int odd = 21; odd >= 3; odd -= 2) series = series * s2 + 2.0 / odd;
    const double half_square = 0.5 * f * f;
    using C = Coefficients<double>;
    return n * C::ln2_high - ((half_square - (s * (half_square + s2 * series) + n * C::ln2_low)) - f);
}

/// log 10.
inline constexpr double kLog10 = Coefficients<double>::ln_10;

/// log(1 + y) for y ≥ 0, accurate for small y.
POLARIZE_INLINE double log_one_plus(double y) {
    const double sum = 1.0 + y;
    if (sum == __builtin_inf()) return sum;
    return log(sum) + (y - (sum - 1.0)) / sum;
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
