#pragma once

#include <cstddef>

#include "simd/float_bits.hpp"
#include "simd/isa_namespace.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// One number with the interface of a SIMD register: the scalar twin of every kernel is the same code over this type,
/// and numbers that are not vectors (the margin, a loss) use the same exp and log as the lanes do.
template <class T>
struct ScalarPack {
    using value_type = T;
    using batch_bool_type = bool;
    static constexpr std::size_t size = 1;

    T value;

    ScalarPack() = default;
    POLARIZE_INLINE explicit ScalarPack(T number) : value(number) {}

    static POLARIZE_INLINE ScalarPack load_aligned(const T* from) { return ScalarPack(*from); }
    static POLARIZE_INLINE ScalarPack load_unaligned(const T* from) { return ScalarPack(*from); }
    POLARIZE_INLINE void store_aligned(T* to) const { *to = value; }
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
POLARIZE_INLINE ScalarPack<T> operator-(ScalarPack<T> x) {
    return ScalarPack<T>(-x.value);
}
template <class T>
POLARIZE_INLINE bool operator<(ScalarPack<T> x, ScalarPack<T> y) {
    return x.value < y.value;
}
template <class T>
POLARIZE_INLINE ScalarPack<T> select(bool mask, ScalarPack<T> yes, ScalarPack<T> no) {
    return mask ? yes : no;
}
POLARIZE_INLINE bool any(bool mask) { return mask; }
POLARIZE_INLINE ScalarPack<float> abs(ScalarPack<float> x) { return ScalarPack<float>(__builtin_fabsf(x.value)); }
POLARIZE_INLINE ScalarPack<double> abs(ScalarPack<double> x) { return ScalarPack<double>(__builtin_fabs(x.value)); }
POLARIZE_INLINE ScalarPack<float> sqrt(ScalarPack<float> x) { return ScalarPack<float>(__builtin_sqrtf(x.value)); }
POLARIZE_INLINE ScalarPack<double> sqrt(ScalarPack<double> x) { return ScalarPack<double>(__builtin_sqrt(x.value)); }

/// See pack.hpp.
template <class T>
POLARIZE_INLINE T first_lane(ScalarPack<T> x) {
    return x.value;
}
template <class T>
POLARIZE_INLINE T reduce_add(ScalarPack<T> x) {
    return x.value;
}
template <class T>
POLARIZE_INLINE T reduce_max(ScalarPack<T> x) {
    return x.value;
}
template <class T>
POLARIZE_INLINE ScalarPack<T> larger(ScalarPack<T> x, ScalarPack<T> y) {
    return x < y ? y : x;
}
template <class T>
POLARIZE_INLINE ScalarPack<T> smaller(ScalarPack<T> x, ScalarPack<T> y) {
    return y < x ? y : x;
}
template <class T>
POLARIZE_INLINE ScalarPack<T> times_power_of_two(ScalarPack<T> x, ScalarPack<T> t) {
    using Unsigned = typename FloatBits<T>::Unsigned;
    const Unsigned exponent = __builtin_bit_cast(Unsigned, t.value) << FloatBits<T>::kMantissa;
    return ScalarPack<T>(__builtin_bit_cast(T, __builtin_bit_cast(Unsigned, x.value) + exponent));
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
