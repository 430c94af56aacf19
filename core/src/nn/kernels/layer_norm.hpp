#pragma once

#include <cstddef>

#include "nn/views.hpp"
#include "simd/fused.hpp"

// LayerNorm over rows of d numbers, the rows `x_row`, `y_row`, `dy_row` and `dx_row` apart.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// y = gain ⊙ x̂ + shift, x̂ = (x − mean) r, r = 1/√(variance + 1e−5); keeps mean and r.
template <class P, class T = typename P::value_type>
void layer_norm(const LayerNormView<T>& view, const T* shift, T* y, std::size_t y_row) {
    const std::size_t d = view.d;
    const T share = T(1) / static_cast<T>(d);
    for (std::size_t row = 0; row < view.rows; ++row) {
        const T* x = view.x + row * view.x_row;
        P sum(0);
        for (std::size_t i = 0; i < d; i += P::size) sum = sum + first_lanes(d - i, load<P>(x + i), P(0));
        const T mean = reduce_add(sum) * share;
        P squares(0);
        for (std::size_t i = 0; i < d; i += P::size) {
            const P centred = first_lanes(d - i, load<P>(x + i) - P(mean), P(0));
            squares = multiply_add(centred, centred, squares);
        }
        const T variance = reduce_add(squares) * share;
        const T r = T(1) / sqrt(ScalarPack<T>(variance + static_cast<T>(1e-5))).value;
        for (std::size_t i = 0; i < d; i += P::size)
            store(multiply_add((load<P>(x + i) - P(mean)) * P(r), load<P>(view.gain + i), load<P>(shift + i)),
                  y + row * y_row + i);
        view.statistics[2 * row] = mean;
        view.statistics[2 * row + 1] = r;
    }
}

/// With g = dy ⊙ gain:  dx[i·dx_row] += r (g − mean(g) − x̂ mean(g x̂));  d_gain += Σ dy ⊙ x̂;  d_shift += Σ dy.
template <class P, class T = typename P::value_type>
void layer_norm_backward(const LayerNormView<T>& view, const T* dy, std::size_t dy_row, T* dx, std::size_t dx_row,
                         T* d_gain, T* d_shift) {
    const std::size_t d = view.d;
    const T share = T(1) / static_cast<T>(d);
    for (std::size_t row = 0; row < view.rows; ++row) {
        const T* x = view.x + row * view.x_row;
        const T* from = dy + row * dy_row;
        T* to = dx + row * dx_row;
        const P mean(view.statistics[2 * row]);
        const P r(view.statistics[2 * row + 1]);
        P sum(0);
        P product(0);
        for (std::size_t i = 0; i < d; i += P::size) {
            const P incoming = load<P>(from + i);
            const P normalised = (load<P>(x + i) - mean) * r;
            const P g = first_lanes(d - i, incoming * load<P>(view.gain + i), P(0));
            sum = sum + g;
            product = multiply_add(g, first_lanes(d - i, normalised, P(0)), product);
            store(multiply_add(incoming, normalised, load<P>(d_gain + i)), d_gain + i);
            store(load<P>(d_shift + i) + incoming, d_shift + i);
        }
        const P mean_g(reduce_add(sum) * share);
        const P mean_gx(reduce_add(product) * share);
        for (std::size_t i = 0; i < d; i += P::size) {
            const P normalised = (load<P>(x + i) - mean) * r;
            const P g = load<P>(from + i) * load<P>(view.gain + i);
            store(multiply_add(r, g - mean_g - normalised * mean_gx, load<P>(to + i)), to + i);
        }
    }
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
