#pragma once

#include <cstddef>
#include <cstdint>
#include <xsimd/xsimd.hpp>

#if defined(__wasm_relaxed_simd__)
#include <wasm_simd128.h>
#endif

#include "simd/isa_namespace.hpp"

// A pack is a SIMD register of floats or doubles: xsimd's batch, or ScalarPack, which holds one number and makes the
// scalar twin of every kernel from the same code. Here is what kernels need of both beyond the arithmetic operators.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

template <class T>
struct ScalarPack {
    using value_type = T;
    static constexpr std::size_t size = 1;

    T value;

    ScalarPack() = default;
    POLARIZE_INLINE explicit ScalarPack(T number) : value(number) {}

    static POLARIZE_INLINE ScalarPack load_unaligned(const T* from) { return ScalarPack(*from); }
    POLARIZE_INLINE void store_unaligned(T* to) const { *to = value; }
};

template <class T>
POLARIZE_INLINE ScalarPack<T> operator+(ScalarPack<T> x, ScalarPack<T> y) {
    return ScalarPack<T>(x.value + y.value);
}
template <class T>
POLARIZE_INLINE ScalarPack<T> operator-(ScalarPack<T> x, ScalarPack<T> y) {
    return ScalarPack<T>(x.value - y.value);
}
template <class T>
POLARIZE_INLINE ScalarPack<T> operator*(ScalarPack<T> x, ScalarPack<T> y) {
    return ScalarPack<T>(x.value * y.value);
}
template <class T>
POLARIZE_INLINE ScalarPack<T> operator/(ScalarPack<T> x, ScalarPack<T> y) {
    return ScalarPack<T>(x.value / y.value);
}
template <class T>
POLARIZE_INLINE bool operator<(ScalarPack<T> x, ScalarPack<T> y) {
    return x.value < y.value;
}
template <class T>
POLARIZE_INLINE ScalarPack<T> select(bool mask, ScalarPack<T> yes, ScalarPack<T> no) {
    return mask ? yes : no;
}
template <class T>
POLARIZE_INLINE ScalarPack<T> abs(ScalarPack<T> x) {
    return ScalarPack<T>(x.value < 0 ? -x.value : x.value);
}
POLARIZE_INLINE ScalarPack<float> sqrt(ScalarPack<float> x) { return ScalarPack<float>(__builtin_sqrtf(x.value)); }
POLARIZE_INLINE ScalarPack<double> sqrt(ScalarPack<double> x) { return ScalarPack<double>(__builtin_sqrt(x.value)); }
template <class T>
POLARIZE_INLINE T reduce_add(ScalarPack<T> x) {
    return x.value;
}
template <class T>
POLARIZE_INLINE T reduce_max(ScalarPack<T> x) {
    return x.value;
}

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

/// The parts of a floating-point number, and the number that rounds to an integer and leaves it in the low bits when
/// added.
template <class T>
struct FloatBits;
template <>
struct FloatBits<float> {
    using Integer = std::int32_t;
    static constexpr int kMantissa = 23;
    static constexpr Integer kBias = 127;
    static constexpr float kRound = 0x1.8p23F;
};
template <>
struct FloatBits<double> {
    using Integer = std::int64_t;
    static constexpr int kMantissa = 52;
    static constexpr Integer kBias = 1023;
    static constexpr double kRound = 0x1.8p52;
};

/// 2^n for each lane's integer n within the exponent's range, where `t` = n + kRound.
template <class T>
POLARIZE_INLINE ScalarPack<T> power_of_two_of(ScalarPack<T> t) {
    using Bits = FloatBits<T>;
    using Unsigned = decltype(static_cast<std::make_unsigned_t<typename Bits::Integer>>(0));
    const auto bits = __builtin_bit_cast(Unsigned, t.value);
    return ScalarPack<T>(__builtin_bit_cast(T, (bits + static_cast<Unsigned>(Bits::kBias)) << Bits::kMantissa));
}
template <class T, class Arch>
POLARIZE_INLINE xsimd::batch<T, Arch> power_of_two_of(const xsimd::batch<T, Arch>& t) {
    using Bits = FloatBits<T>;
    using Integers = xsimd::batch<typename Bits::Integer, Arch>;
    const auto bits = xsimd::bitwise_cast<typename Bits::Integer>(t);
    return xsimd::bitwise_cast<T>((bits + Integers(Bits::kBias)) << Bits::kMantissa);
}

/// The larger and the smaller of two; where one is not a number, `y`.
template <class P>
POLARIZE_INLINE P larger(const P& x, const P& y) {
    return select(y < x, x, y);
}
template <class P>
POLARIZE_INLINE P smaller(const P& x, const P& y) {
    return select(x < y, x, y);
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

template <class P>
POLARIZE_INLINE P load(const typename P::value_type* from) {
    return P::load_unaligned(from);
}
template <class P>
POLARIZE_INLINE void store(const P& value, typename P::value_type* to) {
    value.store_unaligned(to);
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
