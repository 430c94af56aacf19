#pragma once

#include <cstddef>

#include "nn/views.hpp"
#include "simd/fused_elementary.hpp"

// A row of attention weights from a row of scores and back, for every kind. The first `valid` of a row count, the
// rest are masked: their weights are 0. Scores come unscaled.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// The same as traits(kind), inlined into the kernels.
POLARIZE_INLINE const AttentionKindTraits& traits_of(AttentionKind kind) {
    return kAttentionKinds[static_cast<std::size_t>(kind)];
}

/// One row: scores on the way in, weights on the way out.
template <class T>
struct WeightsRow {
    AttentionKind kind;
    std::size_t valid;
    std::size_t padded;  ///< elements of the row, a multiple of kRowUnit
    T scale;
    T sink;    ///< the learned logit, where the kind has one
    T* a;      ///< scores, then weights; in the backward pass the weights
    T* saved;  ///< softpick: sign(s) e^s/norm
    T* norm;   ///< one number for the backward pass: the divisor, or the weight of the sink
};

namespace detail {

template <class P, class T>
POLARIZE_INLINE P scaled_score(const WeightsRow<T>& row, std::size_t j) {
    return load<P>(row.a + j) * P(row.scale);
}

/// The largest scaled score, at least `least`.
template <class P, class T>
POLARIZE_INLINE T largest_score(const WeightsRow<T>& row, T least) {
    P largest(least);
    for (std::size_t j = 0; j < row.valid; j += P::size)
        largest = larger(largest, first_lanes(row.valid - j, scaled_score<P>(row, j), P(least)));
    return reduce_max(largest);
}

template <class P, class T>
POLARIZE_INLINE void multiply_row(const WeightsRow<T>& row, T factor) {
    for (std::size_t j = 0; j < row.padded; j += P::size) store(load<P>(row.a + j) * P(factor), row.a + j);
}

template <class T>
POLARIZE_INLINE T exponential_of(T x) {
    return exponential(ScalarPack<T>(x)).value;
}

/// e^(s − m)/(extra + Σ e^(s − m)): softmax, with the sink's e^(sink − m) in the sum where there is one.
template <class P, class T>
POLARIZE_INLINE void softmax_row(const WeightsRow<T>& row) {
    const Divisor divisor = traits_of(row.kind).divisor;
    const bool has_sink = divisor == Divisor::sum_with_one || divisor == Divisor::sum_with_sink;
    const T sink = divisor == Divisor::sum_with_sink ? row.sink : T(0);
    const T least = has_sink ? sink : static_cast<T>(-__builtin_inf());
    const T largest = largest_score<P>(row, least);
    P sum(0);
    for (std::size_t j = 0; j < row.padded; j += P::size) {
        const std::size_t left = row.valid > j ? row.valid - j : 0;
        const P e = first_lanes(left, exponential(scaled_score<P>(row, j) - P(largest)), P(0));
        sum = sum + e;
        store(e, row.a + j);
    }
    const T extra = has_sink ? exponential_of(sink - largest) : T(0);
    const T factor = T(1) / (reduce_add(sum) + extra);
    multiply_row<P>(row, factor);
    *row.norm = extra * factor;
}

/// max(e^s − 1, 0)/(Σ|e^s − 1| + 1e−9), all exponentials lowered by the largest score.
template <class P, class T>
POLARIZE_INLINE void softpick_row(const WeightsRow<T>& row) {
    const T largest = largest_score<P>(row, T(0));
    const T one = exponential_of(-largest);
    P sum(0);
    for (std::size_t j = 0; j < row.padded; j += P::size) {
        const std::size_t left = row.valid > j ? row.valid - j : 0;
        const P e = first_lanes(left, exponential(scaled_score<P>(row, j) - P(largest)), P(one));
        const P excess = e - P(one);
        sum = sum + abs(excess);
        store(larger(P(0), excess), row.a + j);
        store(select(P(0) < excess, e, select(excess < P(0), P(0) - e, P(0))), row.saved + j);
    }
    const T factor = T(1) / (reduce_add(sum) + static_cast<T>(1e-9) * one);
    for (std::size_t j = 0; j < row.padded; j += P::size) {
        store(load<P>(row.a + j) * P(factor), row.a + j);
        store(load<P>(row.saved + j) * P(factor), row.saved + j);
    }
    *row.norm = T(1);
}

template <class P>
POLARIZE_INLINE P numerator(Numerator rule, const P& score) {
    switch (rule) {
        case Numerator::sigmoid: return logistic_function(score);
        case Numerator::elu_plus_one: return select(P(0) < score, score + P(1), exponential(score));
        default: return score;
    }
}

/// The slope of the numerator in terms of its value.
template <class P>
POLARIZE_INLINE P numerator_slope(Numerator rule, const P& value) {
    switch (rule) {
        case Numerator::sigmoid: return value * (P(1) - value);
        case Numerator::elu_plus_one: return smaller(P(1), value);
        default: return P(1);
    }
}

/// An elementwise numerator, divided by its sum + 1e−9, by max(|sum|, 1), or not.
template <class P, class T>
POLARIZE_INLINE void elementwise_row(const WeightsRow<T>& row) {
    const Numerator rule = traits_of(row.kind).numerator;
    const Divisor divisor = traits_of(row.kind).divisor;
    P sum(0);
    for (std::size_t j = 0; j < row.padded; j += P::size) {
        const std::size_t left = row.valid > j ? row.valid - j : 0;
        const P value = first_lanes(left, numerator(rule, scaled_score<P>(row, j)), P(0));
        sum = sum + value;
        store(value, row.a + j);
    }
    T norm = T(1);
    if (divisor == Divisor::sum) norm = reduce_add(sum) + static_cast<T>(1e-9);
    if (divisor == Divisor::clamped_sum) {
        // Kept with its sign, which the backward pass needs; the weights are divided by its size.
        const T total = reduce_add(sum);
        norm = total > T(1) || total < T(-1) ? total : T(1);
    }
    *row.norm = norm;
    if (norm != T(1)) {
        const T size = divisor == Divisor::clamped_sum && norm < 0 ? -norm : norm;
        multiply_row<P>(row, T(1) / size);
    }
}

template <class P, class T>
POLARIZE_INLINE void uniform_row(const WeightsRow<T>& row) {
    const P share(T(1) / static_cast<T>(row.valid));
    for (std::size_t j = 0; j < row.padded; j += P::size)
        store(first_lanes(row.valid > j ? row.valid - j : 0, share, P(0)), row.a + j);
    *row.norm = T(1);
}

/// Σ_j g_j a_j over the valid keys.
template <class P, class T>
POLARIZE_INLINE T dot_row(const WeightsRow<T>& row, const T* g) {
    P sum(0);
    for (std::size_t j = 0; j < row.valid; j += P::size)
        sum = multiply_add(first_lanes(row.valid - j, load<P>(g + j), P(0)), load<P>(row.a + j), sum);
    return reduce_add(sum);
}

/// Calls `at` with the incoming gradient and the weight of each pack and stores what it returns; 0 for masked keys.
template <class P, class T, class Function>
POLARIZE_INLINE void replace_row(const WeightsRow<T>& row, T* g, Function at) {
    for (std::size_t j = 0; j < row.padded; j += P::size) {
        const std::size_t left = row.valid > j ? row.valid - j : 0;
        store(first_lanes(left, at(load<P>(g + j), j), P(0)), g + j);
    }
}

template <class P, class T>
POLARIZE_INLINE void elementwise_row_backward(const WeightsRow<T>& row, T* g) {
    const Numerator rule = traits_of(row.kind).numerator;
    const Divisor divisor = traits_of(row.kind).divisor;
    const T norm = *row.norm;
    T removed = T(0);  // what the divisor's own gradient takes from every g
    if (divisor == Divisor::sum) removed = dot_row<P>(row, g);
    if (divisor == Divisor::clamped_sum && (norm > T(1) || norm < T(-1)))
        removed = norm > T(0) ? dot_row<P>(row, g) : -dot_row<P>(row, g);
    const T size = divisor == Divisor::clamped_sum && norm < 0 ? -norm : norm;
    const P factor(row.scale / size);
    replace_row<P>(row, g, [&](const P& incoming, std::size_t j) {
        const P value = load<P>(row.a + j) * P(size);
        return (incoming - P(removed)) * factor * numerator_slope(rule, value);
    });
}

}  // namespace detail

/// Scores to weights, in place.
template <class P, class T = typename P::value_type>
POLARIZE_INLINE void weights_row(const WeightsRow<T>& row) {
    switch (traits_of(row.kind).numerator) {
        case Numerator::exponential: detail::softmax_row<P>(row); break;
        case Numerator::positive_excess: detail::softpick_row<P>(row); break;
        case Numerator::one: detail::uniform_row<P>(row); break;
        default: detail::elementwise_row<P>(row);
    }
}

/// The gradient `g` of the weights becomes that of the unscaled scores, in place. Returns the gradient of the sink's
/// logit.
template <class P, class T = typename P::value_type>
POLARIZE_INLINE T weights_row_backward(const WeightsRow<T>& row, T* g) {
    const P scale(row.scale);
    switch (traits_of(row.kind).numerator) {
        case Numerator::exponential: {  // a ⊙ (g − ⟨g, a⟩); the sink's own g is 0
            const T mean = detail::dot_row<P>(row, g);
            detail::replace_row<P>(row, g, [&](const P& incoming, std::size_t j) {
                return (incoming - P(mean)) * load<P>(row.a + j) * scale;
            });
            return -mean * *row.norm;
        }
        case Numerator::positive_excess: {  // u = sign(s) e^s/norm:  max(u, 0) g − u ⟨g, a⟩
            const T mean = detail::dot_row<P>(row, g);
            detail::replace_row<P>(row, g, [&](const P& incoming, std::size_t j) {
                const P u = load<P>(row.saved + j);
                return (larger(P(0), u) * incoming - u * P(mean)) * scale;
            });
            return T(0);
        }
        default: detail::elementwise_row_backward<P>(row, g); return T(0);
    }
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
