#include "flow/rescaled_system.hpp"

#include <algorithm>

#include "flow/kernels.hpp"
#include "numeric/padding.hpp"
#include "simd/elementary.hpp"

namespace polarize {

RescaledSystem::RescaledSystem(const FlowKernels& kernels, std::size_t k, Weighting map, Train train,
                               double teacher_squared)
    : kernels_(kernels), k_(k), map_(map), train_(train), teacher_squared_(teacher_squared), alpha_(padded(k)) {}

std::size_t RescaledSystem::size() const { return 2 * padded(k_) + kLanes; }

void RescaledSystem::derivative(const double* y, double* rate) {
    const std::size_t stride = padded(k_);
    kernels_.rescaled_rate({.map = map_,
                            .side = side_,
                            .train = train_,
                            .k = k_,
                            .teacher_squared = teacher_squared_,
                            .u = y,
                            .a = y + stride,
                            .clock = y + 2 * stride,
                            .u_rate = rate,
                            .a_rate = rate + stride,
                            .clock_rate = rate + 2 * stride,
                            .alpha = alpha_.data()});
}

std::size_t RescaledSystem::scores_at() const { return padded(k_); }

void RescaledSystem::pulls(const AlignedVector& y, std::span<double> alpha, std::span<double> pull) {
    AlignedVector rate(size());
    derivative(y.data(), rate.data());
    std::copy_n(alpha_.begin(), k_, alpha.begin());
    std::copy_n(y.begin(), k_, pull.begin());
}

double RescaledSystem::error_floor(std::size_t component) const {
    constexpr double kTiny = 1e-290;
    return component == 2 * padded(k_) ? kTiny : 1.0;
}

bool RescaledSystem::has_implicit() const { return !traits(map_.map).has_kink; }

void RescaledSystem::prepare_implicit(const double* y, double shift, double shift_real, double shift_imaginary) {
    // w' = 1 − w · decay: with w = 1 the rate tells the decay.
    AlignedVector state(y, y + size());
    AlignedVector rate(size());
    state[2 * padded(k_)] = 1.0;
    derivative(state.data(), rate.data());
    clock_decay_ = 1.0 - rate[2 * padded(k_)];
    shift_ = shift;
    shift_real_ = shift_real;
    shift_imaginary_ = shift_imaginary;
}

void RescaledSystem::solve_implicit(double* x) {
    const std::size_t clock = 2 * padded(k_);
    for (std::size_t i = 0; i < size(); ++i) x[i] /= i == clock ? shift_ + clock_decay_ : shift_;
}

void RescaledSystem::solve_implicit(double* x, double* y) {
    const std::size_t clock = 2 * padded(k_);
    for (std::size_t i = 0; i < size(); ++i)
        divide_by(i == clock ? shift_real_ + clock_decay_ : shift_real_, shift_imaginary_, x[i], y[i]);
}

AlignedVector RescaledSystem::initial_state(const std::vector<double>& u, const std::vector<double>& a) const {
    AlignedVector y(size(), 0.0);
    std::ranges::copy(u, y.begin());
    std::ranges::copy(a, y.begin() + static_cast<std::ptrdiff_t>(padded(k_)));
    return y;
}

std::vector<double> RescaledSystem::u(const AlignedVector& y) const {
    return {y.begin(), y.begin() + static_cast<std::ptrdiff_t>(k_)};
}

std::vector<double> RescaledSystem::a(const AlignedVector& y) const {
    const auto begin = y.begin() + static_cast<std::ptrdiff_t>(padded(k_));
    return {begin, begin + static_cast<std::ptrdiff_t>(k_)};
}

std::vector<double> RescaledSystem::alpha(const AlignedVector& y) const {
    AlignedVector weights(padded(k_));
    kernels_.map_forward(map_, k_, y.data() + padded(k_), weights.data());
    return {weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(k_)};
}

double RescaledSystem::margin(const AlignedVector& y) const {
    const std::vector<double> weights = alpha(y);
    double z = 0;
    for (std::size_t i = 0; i < k_; ++i) z += y[i] * weights[i];
    return z;
}

double RescaledSystem::log_time(const AlignedVector& y) const {
    return polarize::log(y[2 * padded(k_)]) + softplus(margin(y));
}

}  // namespace polarize
