#pragma once

#include <cstddef>
#include <cstdint>
#include <xsimd/xsimd.hpp>

#include "simd/float_bits.hpp"
#include "simd/isa_namespace.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

// What a pack needs beyond xsimd's own operators: see pack.hpp.

template <class T, class Arch>
POLARIZE_INLINE T first_lane(const xsimd::batch<T, Arch>& x) {
    return x.get(0);
}

// For WebAssembly, compilers do not find the one instruction that these comparisons are.
template <class T, class Arch>
POLARIZE_INLINE xsimd::batch<T, Arch> larger(const xsimd::batch<T, Arch>& x, const xsimd::batch<T, Arch>& y) {
#ifdef __wasm_simd128__
    if constexpr (sizeof(T) == sizeof(float)) return wasm_f32x4_pmax(x, y);
    else return wasm_f64x2_pmax(x, y);
#else
    return select(x < y, y, x);
#endif
}
template <class T, class Arch>
POLARIZE_INLINE xsimd::batch<T, Arch> smaller(const xsimd::batch<T, Arch>& x, const xsimd::batch<T, Arch>& y) {
#ifdef __wasm_simd128__
    if constexpr (sizeof(T) == sizeof(float)) return wasm_f32x4_pmin(x, y);
    else return wasm_f64x2_pmin(x, y);
#else
    return select(y < x, y, x);
#endif
}

template <class T, class Arch>
POLARIZE_INLINE xsimd::batch<T, Arch> times_power_of_two(const xsimd::batch<T, Arch>& x,
                                                         const xsimd::batch<T, Arch>& t) {
    using Integer = typename FloatBits<T>::Integer;
    const auto exponent = xsimd::bitwise_cast<Integer>(t) << FloatBits<T>::kMantissa;
    return xsimd::bitwise_cast<T>(xsimd::bitwise_cast<Integer>(x) + exponent);
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
