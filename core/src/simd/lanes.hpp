#pragma once

#include <cstddef>
#include <cstdint>

#include "numeric/padding.hpp"
#include "simd/isa_namespace.hpp"
#include "simd/pack.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// Eight doubles in as many registers of type `Batch` as they need. Because the width is fixed and every reduction has
/// one fixed tree, a kernel gives the same bits on every instruction set.
template <class Batch>
struct Lanes {
    using Register = Batch;
    static constexpr std::size_t kWidth = Batch::size;
    static constexpr std::size_t kParts = kLanes / kWidth;

    Batch part[kParts];

    Lanes() = default;
    POLARIZE_INLINE Lanes(double value) {  // NOLINT(google-explicit-constructor): formulas mix lanes and numbers
        for (std::size_t i = 0; i < kParts; ++i) part[i] = Batch(value);
    }

    /// Aligned memory, eight doubles.
    static POLARIZE_INLINE Lanes load(const double* from) {
        Lanes result;
        for (std::size_t i = 0; i < kParts; ++i) result.part[i] = Batch::load_aligned(from + i * kWidth);
        return result;
    }
    POLARIZE_INLINE void store(double* to) const {
        for (std::size_t i = 0; i < kParts; ++i) part[i].store_aligned(to + i * kWidth);
    }
    /// The value of lane 0.
    POLARIZE_INLINE double first() const { return first_lane(part[0]); }
};

/// One truth value per lane.
template <class Batch>
struct Mask {
    typename Batch::batch_bool_type part[Lanes<Batch>::kParts];
};

namespace detail {
template <class B, class Operation>
POLARIZE_INLINE Lanes<B> map_lanes(Operation operation) {
    Lanes<B> result;
    for (std::size_t i = 0; i < Lanes<B>::kParts; ++i) result.part[i] = operation(i);
    return result;
}
template <class B, class Operation>
POLARIZE_INLINE Mask<B> map_mask(Operation operation) {
    Mask<B> result;
    for (std::size_t i = 0; i < Lanes<B>::kParts; ++i) result.part[i] = operation(i);
    return result;
}
}  // namespace detail

template <class B>
POLARIZE_INLINE Lanes<B> operator+(const Lanes<B>& x, const Lanes<B>& y) {
    return detail::map_lanes<B>([&](std::size_t i) { return x.part[i] + y.part[i]; });
}
template <class B>
POLARIZE_INLINE Lanes<B> operator-(const Lanes<B>& x, const Lanes<B>& y) {
    return detail::map_lanes<B>([&](std::size_t i) { return x.part[i] - y.part[i]; });
}
template <class B>
POLARIZE_INLINE Lanes<B> operator*(const Lanes<B>& x, const Lanes<B>& y) {
    return detail::map_lanes<B>([&](std::size_t i) { return x.part[i] * y.part[i]; });
}
template <class B>
POLARIZE_INLINE Lanes<B> operator/(const Lanes<B>& x, const Lanes<B>& y) {
    return detail::map_lanes<B>([&](std::size_t i) { return x.part[i] / y.part[i]; });
}
template <class B>
POLARIZE_INLINE Lanes<B> operator-(const Lanes<B>& x) {
    return detail::map_lanes<B>([&](std::size_t i) { return -x.part[i]; });
}
template <class B>
POLARIZE_INLINE Lanes<B> abs(const Lanes<B>& x) {
    return detail::map_lanes<B>([&](std::size_t i) { return abs(x.part[i]); });
}
template <class B>
POLARIZE_INLINE Lanes<B> sqrt(const Lanes<B>& x) {
    return detail::map_lanes<B>([&](std::size_t i) { return sqrt(x.part[i]); });
}
/// y where x < y, else x: see pack.hpp.
template <class B>
POLARIZE_INLINE Lanes<B> larger(const Lanes<B>& x, const Lanes<B>& y) {
    return detail::map_lanes<B>([&](std::size_t i) { return larger(x.part[i], y.part[i]); });
}
/// y where y < x, else x: see pack.hpp.
template <class B>
POLARIZE_INLINE Lanes<B> smaller(const Lanes<B>& x, const Lanes<B>& y) {
    return detail::map_lanes<B>([&](std::size_t i) { return smaller(x.part[i], y.part[i]); });
}
/// x 2^n for each lane's integer n, where `t` = n + 1.5·2^52: see pack.hpp.
template <class B>
POLARIZE_INLINE Lanes<B> times_power_of_two(const Lanes<B>& x, const Lanes<B>& t) {
    return detail::map_lanes<B>([&](std::size_t i) { return times_power_of_two(x.part[i], t.part[i]); });
}

template <class B>
POLARIZE_INLINE Mask<B> operator<(const Lanes<B>& x, const Lanes<B>& y) {
    return detail::map_mask<B>([&](std::size_t i) { return x.part[i] < y.part[i]; });
}
template <class B>
POLARIZE_INLINE Lanes<B> select(const Mask<B>& mask, const Lanes<B>& yes, const Lanes<B>& no) {
    return detail::map_lanes<B>([&](std::size_t i) { return select(mask.part[i], yes.part[i], no.part[i]); });
}
/// Whether any lane is true.
template <class B>
POLARIZE_INLINE bool any(const Mask<B>& mask) {
    bool found = false;
    for (std::size_t i = 0; i < Lanes<B>::kParts; ++i) found |= any(mask.part[i]);
    return found;
}

namespace detail {
/// Combines lanes i and i+4, then i and i+2, then i and i+1; every lane ends with the result.
template <class B, class Operation>
POLARIZE_INLINE Lanes<B> reduce(Lanes<B> x, Operation operation) {
    for (std::size_t half = Lanes<B>::kParts / 2; half > 0; half /= 2)
        for (std::size_t i = 0; i < half; ++i) x.part[i] = operation(x.part[i], x.part[i + half]);
    B value = x.part[0];
    if constexpr (Lanes<B>::kWidth >= 8) value = operation(value, exchange_lanes<4>(value));
    if constexpr (Lanes<B>::kWidth >= 4) value = operation(value, exchange_lanes<2>(value));
    if constexpr (Lanes<B>::kWidth >= 2) value = operation(value, exchange_lanes<1>(value));
    return map_lanes<B>([&](std::size_t /*i*/) { return value; });
}
}  // namespace detail

/// Σ over the lanes, in every lane: ((l0+l4)+(l2+l6)) + ((l1+l5)+(l3+l7)).
template <class B>
POLARIZE_INLINE Lanes<B> sum(const Lanes<B>& x) {
    return detail::reduce(x, [](const B& a, const B& b) { return a + b; });
}
/// The largest lane, in every lane.
template <class B>
POLARIZE_INLINE Lanes<B> maximum(const Lanes<B>& x) {
    return detail::reduce(x, [](const B& a, const B& b) { return larger(a, b); });
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
