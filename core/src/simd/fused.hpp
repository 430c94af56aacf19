#pragma once

#include <cstddef>

#include "simd/pack.hpp"

#if defined(__wasm_relaxed_simd__)
#include <wasm_simd128.h>
#endif

// Fused multiply-add: for the kernels of transformers alone. Flows never include this, since they have the same bits on
// every instruction set.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// x·y + z, rounded once where the instruction set can.
template <class T>
POLARIZE_INLINE ScalarPack<T> multiply_add(ScalarPack<T> x, ScalarPack<T> y, ScalarPack<T> z) {
    return ScalarPack<T>(x.value * y.value + z.value);
}
template <class T, class Arch>
POLARIZE_INLINE xsimd::batch<T, Arch> multiply_add(const xsimd::batch<T, Arch>& x, const xsimd::batch<T, Arch>& y,
                                                   const xsimd::batch<T, Arch>& z) {
#if defined(__wasm_relaxed_simd__)
    if constexpr (sizeof(T) == sizeof(float)) return wasm_f32x4_relaxed_madd(x, y, z);
    else return wasm_f64x2_relaxed_madd(x, y, z);
#else
    return xsimd::fma(x, y, z);
#endif
}

/// Σ c_i xⁱ by Horner's rule.
template <class P, class T, std::size_t Count>
POLARIZE_INLINE P polynomial(const P& x, const T (&c)[Count]) {
    P sum(c[Count - 1]);
    for (std::size_t i = Count - 1; i-- > 0;) sum = multiply_add(sum, x, P(c[i]));
    return sum;
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
