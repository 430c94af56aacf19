#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <polarize/attention_model.hpp>
#include "nn/interruption.hpp"
#include "nn/kernels.hpp"
#include "nn/views.hpp"

// Linear maps and LayerNorm, the forward pass beside the backward.
//
// Kernels do not read the flat buffer of parameters but a copy packed for them, made anew after every update; and they
// add up gradients in padded rows, several such "parts" at once, one for each fixed part of the batch.
namespace polarize {

/// Rows that lie `stride` apart.
template <class T>
struct Rows {
    T* at;
    std::size_t stride;

    Rows from(std::size_t row) const { return {at + row * stride, stride}; }
    operator Rows<const T>() const { return {at, stride}; }  // NOLINT(google-explicit-constructor)
};

/// How many numbers the packed copy and one part of the gradient take; layers reserve their share when they are made.
struct ParameterSpace {
    std::size_t packed = 0;
    std::size_t gradient = 0;

    std::size_t take_packed(std::size_t count) { return take(packed, count); }
    std::size_t take_gradient(std::size_t count) { return take(gradient, count); }

  private:
    static std::size_t take(std::size_t& total, std::size_t count) {
        const std::size_t at = total;
        total += padded_row(count);
        return at;
    }
};

/// A tensor's rows in a part of the gradient.
struct GradientRows {
    std::size_t flat;  ///< where the tensor lies in the flat buffer
    std::size_t part;  ///< where it lies in a part
    std::size_t rows;
    std::size_t columns;  ///< rows lie padded_row(columns) apart in a part
};

/// y = x Wᵀ + b, W (out × in). After a request to end early it computes nothing.
template <class T>
class Linear {
  public:
    Linear(const NnKernels<T>& kernels, const Interruption& interruption, const std::vector<TensorInfo>& layout,
           const std::string& name, ParameterSpace& space)
        : kernels_(&kernels), interruption_(&interruption) {
        const TensorInfo& weight = find_tensor(layout, name + ".weight");
        out_ = weight.shape[0];
        in_ = weight.shape[1];
        weight_ = {weight.offset, space.take_gradient(out_ * padded_row(in_)), out_, in_};
        bias_ = {find_tensor(layout, name + ".bias").offset, space.take_gradient(out_), 1, out_};
        forward_ = space.take_packed(in_ * to_panels(out_));
        backward_ = space.take_packed(out_ * to_panels(in_));
        packed_bias_ = space.take_packed(to_panels(out_));
    }

    std::size_t in() const { return in_; }
    std::size_t out() const { return out_; }
    std::vector<GradientRows> gradients() const { return {weight_, bias_}; }

    /// Packs Wᵀ for the forward pass, W for the backward pass, and b.
    void pack(const T* parameters, T* packed) const {
        if (interruption_->requested()) return;
        const T* weight = parameters + weight_.flat;
        kernels_->pack_panels(in_, out_, weight, 1, in_, packed + forward_);
        kernels_->pack_panels(out_, in_, weight, in_, 1, packed + backward_);
        for (std::size_t n = 0; n < out_; ++n) packed[packed_bias_ + n] = parameters[bias_.flat + n];
    }

    /// y = x Wᵀ + b, plus `added` where there is something.
    void forward(const T* packed, std::size_t rows, Rows<const T> x, Rows<T> y, Rows<const T> added = {}) const {
        if (interruption_->requested()) return;
        kernels_->multiply({.rows = rows,
                            .columns = out_,
                            .depth = in_,
                            .a = x.at,
                            .a_row = x.stride,
                            .a_depth = 1,
                            .b = packed + forward_,
                            .b_panel = in_ * kernels_->panel,
                            .b_depth = kernels_->panel,
                            .c = y.at,
                            .c_row = y.stride,
                            .bias = packed + packed_bias_,
                            .added = added.at,
                            .added_row = added.stride});
    }

    /// dx = dy W, or dx += dy W.
    void backward_input(const T* packed, std::size_t rows, Rows<const T> dy, Rows<T> dx, bool adds) const {
        if (interruption_->requested()) return;
        kernels_->multiply({.rows = rows,
                            .columns = in_,
                            .depth = out_,
                            .a = dy.at,
                            .a_row = dy.stride,
                            .a_depth = 1,
                            .b = packed + backward_,
                            .b_panel = out_ * kernels_->panel,
                            .b_depth = kernels_->panel,
                            .c = dx.at,
                            .c_row = dx.stride,
                            .added = adds ? dx.at : nullptr,
                            .added_row = dx.stride});
    }

    /// dW += dyᵀ x, db += Σ dy; so many rows at a time that a panel's share of them stays in the first-level cache.
    void backward_parameters(std::size_t rows, Rows<const T> dy, Rows<const T> x, T* part) const {
        constexpr std::size_t kDepth = 192;
        if (interruption_->requested()) return;
        T* to = part + weight_.part;
        for (std::size_t row = 0; row < rows; row += kDepth)
            kernels_->multiply({.rows = out_,
                                .columns = in_,
                                .depth = rows - row < kDepth ? rows - row : kDepth,
                                .a = dy.from(row).at,
                                .a_row = 1,
                                .a_depth = dy.stride,
                                .b = x.from(row).at,
                                .b_panel = kernels_->panel,
                                .b_depth = x.stride,
                                .c = to,
                                .c_row = padded_row(in_),
                                .added = to,
                                .added_row = padded_row(in_)});
        kernels_->add_columns(rows, out_, dy.stride, dy.at, part + bias_.part);
    }

  private:
    std::size_t to_panels(std::size_t columns) const {
        return (columns + kernels_->panel - 1) / kernels_->panel * kernels_->panel;
    }

    const NnKernels<T>* kernels_;
    const Interruption* interruption_;
    std::size_t in_;
    std::size_t out_;
    GradientRows weight_;
    GradientRows bias_;
    std::size_t forward_;
    std::size_t backward_;
    std::size_t packed_bias_;
};

/// y = gain ⊙ (x − mean)/√(variance + 1e−5) + shift.
template <class T>
class LayerNorm {
  public:
    LayerNorm(const NnKernels<T>& kernels, const std::vector<TensorInfo>& layout, const std::string& name,
              ParameterSpace& space)
        : kernels_(&kernels) {
        const TensorInfo& gain = find_tensor(layout, name + ".weight");
        d_ = gain.size;
        gain_ = {gain.offset, space.take_gradient(d_), 1, d_};
        shift_ = {find_tensor(layout, name + ".bias").offset, space.take_gradient(d_), 1, d_};
        packed_ = space.take_packed(2 * padded_row(d_));
    }

    std::vector<GradientRows> gradients() const { return {gain_, shift_}; }

    void pack(const T* parameters, T* packed) const {
        for (std::size_t n = 0; n < d_; ++n) {
            packed[packed_ + n] = parameters[gain_.flat + n];
            packed[packed_ + padded_row(d_) + n] = parameters[shift_.flat + n];
        }
    }

    /// Keeps mean and 1/√(variance + 1e−5) of each row in `statistics`.
    void forward(const T* packed, std::size_t rows, Rows<const T> x, T* statistics, Rows<T> y) const {
        kernels_->layer_norm(view(packed, rows, x, statistics), packed + packed_ + padded_row(d_), y.at, y.stride);
    }

    /// dx += dy ∂y/∂x, and the gradients of gain and shift.
    void backward(const T* packed, std::size_t rows, Rows<const T> x, T* statistics, Rows<const T> dy, Rows<T> dx,
                  T* part) const {
        kernels_->layer_norm_backward(view(packed, rows, x, statistics), dy.at, dy.stride, dx.at, dx.stride,
                                      part + gain_.part, part + shift_.part);
    }

  private:
    LayerNormView<T> view(const T* packed, std::size_t rows, Rows<const T> x, T* statistics) const {
        return {
            .rows = rows, .d = d_, .x = x.at, .x_row = x.stride, .statistics = statistics, .gain = packed + packed_};
    }

    const NnKernels<T>* kernels_;
    std::size_t d_;
    GradientRows gain_;
    GradientRows shift_;
    std::size_t packed_;
};

}  // namespace polarize
