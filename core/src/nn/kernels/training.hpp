#pragma once

#include <cstddef>

#include "nn/views.hpp"
#include "simd/fused_elementary.hpp"
#include "simd/log.hpp"

// Loss and update: cross-entropy over rows of `outputs` logits that lie `row` apart, AdamW over the flat buffer of all
// parameters, and the sums that put the parts of a gradient together.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// Σ over rows of −log softmax(logits)[target]; leaves the gradient in place of the logits. See CrossEntropyView.
template <class P, class T = typename P::value_type>
double cross_entropy(const CrossEntropyView<T>& view) {
    double total = 0;
    for (std::size_t row = 0; row < view.rows; ++row) {
        T* logits = view.logits + row * view.row;
        const auto target = static_cast<std::size_t>(view.targets[row * view.target_step]);
        const P lowest(static_cast<T>(-__builtin_inf()));
        P most = lowest;
        for (std::size_t j = 0; j < view.outputs; j += P::size)
            most = larger(most, first_lanes(view.outputs - j, load<P>(logits + j), lowest));
        const T largest = reduce_max(most);
        const T at_target = logits[target];
        P sum(0);
        for (std::size_t j = 0; j < view.outputs; j += P::size) {
            const P e = first_lanes(view.outputs - j, exponential(load<P>(logits + j) - P(largest)), P(0));
            sum = sum + e;
            store(e, logits + j);
        }
        const T norm = reduce_add(sum);
        total += log(static_cast<double>(norm)) + static_cast<double>(largest) - static_cast<double>(at_target);
        const P factor(view.weight / norm);
        for (std::size_t j = 0; j < view.outputs; j += P::size) store(load<P>(logits + j) * factor, logits + j);
        logits[target] -= view.weight;
    }
    return total;
}

/// See AdamW and AdamWView.
template <class P, class T = typename P::value_type>
void adamw(const AdamWView<T>& view) {
    const P beta1(view.beta1);
    const P beta2(view.beta2);
    const P rest1(T(1) - view.beta1);
    const P rest2(T(1) - view.beta2);
    for (std::size_t i = 0; i < view.count; i += P::size) {
        const P g = load<P>(view.gradient + i);
        const P first = multiply_add(load<P>(view.first + i), beta1, g * rest1);
        const P second = multiply_add(load<P>(view.second + i), beta2, g * g * rest2);
        const P divisor = multiply_add(sqrt(second), P(view.second_root), P(view.epsilon));
        const P decayed = load<P>(view.parameters + i) * P(view.decay);
        store(first, view.first + i);
        store(second, view.second + i);
        store(decayed - P(view.step) * first / divisor, view.parameters + i);
    }
}

/// to[i] = Σ_p from[p·distance + i], p ascending, over whole packs.
template <class P, class T = typename P::value_type>
void add_parts(std::size_t count, std::size_t parts, const T* from, std::size_t distance, T* to) {
    for (std::size_t i = 0; i < count; i += P::size) {
        P sum = load<P>(from + i);
        for (std::size_t p = 1; p < parts; ++p) sum = sum + load<P>(from + p * distance + i);
        store(sum, to + i);
    }
}

/// to = Σ of the rows of `from` that `indices` names, over whole packs.
template <class P, class T = typename P::value_type>
void add_rows(std::size_t columns, std::size_t count, const std::uint32_t* indices, const T* from, std::size_t row,
              T* to) {
    for (std::size_t i = 0; i < columns; i += P::size) {
        P sum(0);
        for (std::size_t n = 0; n < count; ++n) sum = sum + load<P>(from + indices[n] * row + i);
        store(sum, to + i);
    }
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
