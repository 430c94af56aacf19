#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <xsimd/xsimd.hpp>

#include "simd/isa_namespace.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// What Lanes needs of a register beyond xsimd's own operators.

template <class Arch>
POLARIZE_INLINE double first_lane(const xsimd::batch<double, Arch>& x) {
    return x.get(0);
}

/// See Lanes' larger and smaller. For WebAssembly, compilers do not find the one instruction that these comparisons
/// are.
template <class Arch>
POLARIZE_INLINE xsimd::batch<double, Arch> larger(const xsimd::batch<double, Arch>& x,
                                                  const xsimd::batch<double, Arch>& y) {
#ifdef __wasm_simd128__
    return wasm_f64x2_pmax(x, y);
#else
    return select(x < y, y, x);
#endif
}
template <class Arch>
POLARIZE_INLINE xsimd::batch<double, Arch> smaller(const xsimd::batch<double, Arch>& x,
                                                   const xsimd::batch<double, Arch>& y) {
#ifdef __wasm_simd128__
    return wasm_f64x2_pmin(x, y);
#else
    return select(y < x, y, x);
#endif
}

/// See Lanes' times_power_of_two.
template <class Arch>
POLARIZE_INLINE xsimd::batch<double, Arch> times_power_of_two(const xsimd::batch<double, Arch>& x,
                                                              const xsimd::batch<double, Arch>& t) {
    const auto exponent = xsimd::bitwise_cast<std::int64_t>(t) << 52;
    return xsimd::bitwise_cast<double>(xsimd::bitwise_cast<std::int64_t>(x) + exponent);
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
