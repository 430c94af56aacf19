#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <xsimd/xsimd.hpp>

#include "numeric/isa_namespace.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// What Lanes needs of a register beyond xsimd's own operators.

template <class Arch>
POLARIZE_INLINE double first_lane(const xsimd::batch<double, Arch>& x) {
    return x.get(0);
}

/// See Lanes' power_of_two.
template <class Arch>
POLARIZE_INLINE xsimd::batch<double, Arch> power_of_two(const xsimd::batch<double, Arch>& t) {
    const auto bits = xsimd::bitwise_cast<std::int64_t>(t);
    return xsimd::bitwise_cast<double>((bits + xsimd::batch<std::int64_t, Arch>(1023)) << 52);
}

namespace detail {
template <std::uint64_t Distance>
struct ExchangeIndex {
    static constexpr std::uint64_t get(std::size_t index, std::size_t /*size*/) { return index ^ Distance; }
};
}  // namespace detail

/// Lane i of the result is lane i xor `Distance` of `x`.
template <std::size_t Distance, class Arch>
POLARIZE_INLINE xsimd::batch<double, Arch> exchange_lanes(const xsimd::batch<double, Arch>& x) {
    constexpr auto index = xsimd::make_batch_constant<std::uint64_t, Arch, detail::ExchangeIndex<Distance>>();
    return xsimd::swizzle(x, index);
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
