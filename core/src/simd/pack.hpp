#pragma once

#include <cstddef>

#include "simd/isa_namespace.hpp"
#include "simd/scalar_pack.hpp"
#include "simd/xsimd_pack.hpp"

// A pack is a SIMD register of floats or doubles: xsimd's batch, or ScalarPack, which holds one number. Both have
//   + − · /, <, select, any, abs, sqrt, and reductions reduce_add and reduce_max (of numbers, not NaN);
//   first_lane(x)  the number in lane 0;
//   larger(x, y)   y where x < y, else x;    smaller(x, y)  y where y < x, else x.
//                  So where one of them is NaN, or where both are zeros, the first argument is the result: a running
//                  extreme stands first where NaN is to be passed over, second where it is to be kept;
//   times_power_of_two(x, t)  x 2^n for each lane's integer n, where t = n + FloatBits::kRound: the low bits of t are
//                  added to the exponent of x, which like the result is a normal number.
// and what is here, for both.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

template <class P>
POLARIZE_INLINE P load(const typename P::value_type* from) {
    return P::load_unaligned(from);
}
template <class P>
POLARIZE_INLINE void store(const P& value, typename P::value_type* to) {
    value.store_unaligned(to);
}

/// 0, 1, 2 … : the numbers of a pack's lanes.
template <class P>
POLARIZE_INLINE P lane_numbers() {
    using T = typename P::value_type;
    alignas(64) static constexpr T numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return P::load_unaligned(numbers);
}

/// The first `count` lanes of `value`, `other` in the rest.
template <class P>
POLARIZE_INLINE P first_lanes(std::size_t count, const P& value, const P& other) {
    using T = typename P::value_type;
    if (count >= P::size) return value;
    return select(lane_numbers<P>() < P(static_cast<T>(count)), value, other);
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
