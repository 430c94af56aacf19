#pragma once

#include <cstddef>

#include "nn/views.hpp"
#include "simd/fused.hpp"

// Matrix products by register tiles: R rows times V packs of columns are held in registers while the sum runs over k. A
// is read one number at a time, B one row of a panel at a time, so that A may lie in memory either way round.
namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// The tile that fills the registers of an instruction set.
template <std::size_t Rows, std::size_t Packs>
struct TileShape {
    static constexpr std::size_t rows = Rows;
    static constexpr std::size_t packs = Packs;
};

namespace detail {

/// Where one tile begins in the matrices of a product.
template <class T>
struct TilePlace {
    const T* a;
    const T* b;
    T* c;
    const T* bias;
    const T* added;
};

template <class P, std::size_t R, std::size_t V, class T = typename P::value_type>
POLARIZE_INLINE void multiply_tile(const Product<T>& product, const TilePlace<T>& place) {
    P sum[R][V];
    for (std::size_t i = 0; i < R; ++i)
        for (std::size_t j = 0; j < V; ++j) sum[i][j] = P(0);
    const T* a = place.a;
    const T* b = place.b;
    const std::size_t a_row = product.a_row;
    for (std::size_t k = product.depth; k > 0; --k) {
        P row[V];
        for (std::size_t j = 0; j < V; ++j) row[j] = load<P>(b + j * P::size);
        for (std::size_t i = 0; i < R; ++i) {
            const P factor(a[i * a_row]);
            for (std::size_t j = 0; j < V; ++j) sum[i][j] = multiply_add(factor, row[j], sum[i][j]);
        }
        a += product.a_depth;
        b += product.b_depth;
    }
    if (place.bias != nullptr)
        for (std::size_t j = 0; j < V; ++j) {
            const P bias = load<P>(place.bias + j * P::size);
            for (std::size_t i = 0; i < R; ++i) sum[i][j] = sum[i][j] + bias;
        }
    if (place.added != nullptr)
        for (std::size_t i = 0; i < R; ++i)
            for (std::size_t j = 0; j < V; ++j)
                sum[i][j] = sum[i][j] + load<P>(place.added + i * product.added_row + j * P::size);
    for (std::size_t i = 0; i < R; ++i)
        for (std::size_t j = 0; j < V; ++j) store(sum[i][j], place.c + i * product.c_row + j * P::size);
}

/// A tile of `rows` rows, at most R, and V packs.
template <class P, std::size_t R, std::size_t V, class T>
POLARIZE_INLINE void multiply_rows(const Product<T>& product, const TilePlace<T>& place, std::size_t rows) {
    if (rows == R) multiply_tile<P, R, V>(product, place);
    else if constexpr (R > 1) multiply_rows<P, R - 1, V>(product, place, rows);
}

/// A tile of `columns` columns, at most V packs.
template <class P, std::size_t R, std::size_t V, class T>
POLARIZE_INLINE void multiply_panel(const Product<T>& product, const TilePlace<T>& place, std::size_t rows,
                                    std::size_t columns) {
    if constexpr (V > 1) {
        if (columns <= (V - 1) * P::size) {
            multiply_panel<P, R, V - 1>(product, place, rows, columns);
            return;
        }
    }
    multiply_rows<P, R, V>(product, place, rows);
}

}  // namespace detail

/// See Product. Rows are taken in blocks that stay in the second-level cache while all panels of B pass by.
template <class P, class Shape, class T = typename P::value_type>
void multiply(const Product<T>& product) {
    constexpr std::size_t kPanel = Shape::packs * P::size;
    constexpr std::size_t kBlock = 8 * Shape::rows;
    for (std::size_t block = 0; block < product.rows; block += kBlock) {
        const std::size_t block_end = product.rows - block < kBlock ? product.rows : block + kBlock;
        for (std::size_t n = 0; n < product.columns; n += kPanel) {
            const std::size_t columns = product.columns - n < kPanel ? product.columns - n : kPanel;
            for (std::size_t m = block; m < block_end; m += Shape::rows) {
                const std::size_t rows = block_end - m < Shape::rows ? block_end - m : Shape::rows;
                const detail::TilePlace<T> place{
                    .a = product.a + m * product.a_row,
                    .b = product.b + n / kPanel * product.b_panel,
                    .c = product.c + m * product.c_row + n,
                    .bias = product.bias == nullptr ? nullptr : product.bias + n,
                    .added = product.added == nullptr ? nullptr : product.added + m * product.added_row + n,
                };
                detail::multiply_panel<P, Shape::rows, Shape::packs>(product, place, rows, columns);
            }
        }
    }
}

/// Packs B[k][n] = from[k·k_step + n·n_step] into panels for `multiply`: b_panel = depth · panel, b_depth = panel;
/// columns beyond the last are 0.
template <class P, class Shape, class T = typename P::value_type>
void pack_panels(std::size_t depth, std::size_t columns, const T* from, std::size_t k_step, std::size_t n_step, T* to) {
    constexpr std::size_t kPanel = Shape::packs * P::size;
    for (std::size_t first = 0; first < columns; first += kPanel, to += depth * kPanel) {
        const std::size_t width = columns - first < kPanel ? columns - first : kPanel;
        const T* panel = from + first * n_step;
        if (n_step == 1) {
            for (std::size_t k = 0; k < depth; ++k)
                for (std::size_t n = 0; n < kPanel; ++n) to[k * kPanel + n] = n < width ? panel[k * k_step + n] : T(0);
        } else {
            for (std::size_t n = 0; n < kPanel; ++n)
                for (std::size_t k = 0; k < depth; ++k)
                    to[k * kPanel + n] = n < width ? panel[k * k_step + n * n_step] : T(0);
        }
    }
}

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
