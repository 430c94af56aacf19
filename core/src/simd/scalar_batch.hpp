#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/isa_namespace.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// One double with the interface of a SIMD register: the kernels' scalar twin is the same code over this type, and
/// numbers that are not vectors (the margin, a loss) use the same exp and log as the lanes do.
struct ScalarBatch {
    static constexpr std::size_t size = 1;
    using batch_bool_type = bool;

    double value;

    ScalarBatch() = default;
    POLARIZE_INLINE explicit ScalarBatch(double number) : value(number) {}

    static POLARIZE_INLINE ScalarBatch load_aligned(const double* from) { return ScalarBatch(*from); }
    POLARIZE_INLINE void store_aligned(double* to) const { *to = value; }
};

POLARIZE_INLINE ScalarBatch operator+(ScalarBatch x, ScalarBatch y) { return ScalarBatch(x.value + y.value); }
POLARIZE_INLINE ScalarBatch operator-(ScalarBatch x, ScalarBatch y) { return ScalarBatch(x.value - y.value); }
POLARIZE_INLINE ScalarBatch operator*(ScalarBatch x, ScalarBatch y) { return ScalarBatch(x.value * y.value); }
POLARIZE_INLINE ScalarBatch operator/(ScalarBatch x, ScalarBatch y) { return ScalarBatch(x.value / y.value); }
POLARIZE_INLINE ScalarBatch operator-(ScalarBatch x) { return ScalarBatch(-x.value); }
POLARIZE_INLINE bool operator<(ScalarBatch x, ScalarBatch y) { return x.value < y.value; }
POLARIZE_INLINE ScalarBatch abs(ScalarBatch x) { return ScalarBatch(__builtin_fabs(x.value)); }
POLARIZE_INLINE ScalarBatch sqrt(ScalarBatch x) { return ScalarBatch(__builtin_sqrt(x.value)); }
POLARIZE_INLINE ScalarBatch select(bool mask, ScalarBatch yes, ScalarBatch no) { return mask ? yes : no; }
POLARIZE_INLINE bool any(bool mask) { return mask; }
POLARIZE_INLINE double first_lane(ScalarBatch x) { return x.value; }

/// See Lanes' larger, smaller and times_power_of_two.
POLARIZE_INLINE ScalarBatch larger(ScalarBatch x, ScalarBatch y) { return x < y ? y : x; }
POLARIZE_INLINE ScalarBatch smaller(ScalarBatch x, ScalarBatch y) { return y < x ? y : x; }
POLARIZE_INLINE ScalarBatch times_power_of_two(ScalarBatch x, ScalarBatch t) {
    const auto exponent = __builtin_bit_cast(std::uint64_t, t.value) << 52U;
    return ScalarBatch(__builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, x.value) + exponent));
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
