#include "ode/radau.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace polarize {

namespace {

// Nodes c, eigenvalues of the inverse of the method's matrix, its eigenbasis T and T⁻¹, weights of the error estimate
// and of the collocation polynomial: Hairer and Wanner, IV.8.
constexpr double kRoot6 = 2.449489742783178;
constexpr std::array kNodes{(4.0 - kRoot6) / 10.0, (4.0 + kRoot6) / 10.0, 1.0};
constexpr double kRealShift = 3.6378342527444957;
constexpr double kComplexShiftReal = 2.6810828736277523;
constexpr double kComplexShiftImaginary = -3.0504301992474105;
constexpr std::array<std::array<double, 3>, 3> kT{{{0.09443876248897524, -0.14125529502095421, 0.03002919410514742},
                                                   {0.25021312296533332, 0.20412935229379994, -0.38294211275726192},
                                                   {1.0, 1.0, 0.0}}};
constexpr std::array<std::array<double, 3>, 3> kTInverse{
    {{4.17871859155190428, 0.32768282076106237, 0.52337644549944951},
     {-4.17871859155190428, -0.32768282076106237, 0.47662355450055044},
     {0.50287263494578682, -2.57192694985560522, 0.59603920482822492}}};
constexpr std::array kErrorWeights{(-13.0 - 7.0 * kRoot6) / 3.0, (-13.0 + 7.0 * kRoot6) / 3.0, -1.0 / 3.0};
constexpr std::array<std::array<double, 3>, 3> kPolynomial{
    {{(13.0 + 7.0 * kRoot6) / 3.0, -(23.0 + 22.0 * kRoot6) / 3.0, (10.0 + 15.0 * kRoot6) / 3.0},
     {(13.0 - 7.0 * kRoot6) / 3.0, -(23.0 - 22.0 * kRoot6) / 3.0, (10.0 - 15.0 * kRoot6) / 3.0},
     {1.0 / 3.0, -8.0 / 3.0, 10.0 / 3.0}}};

constexpr int kMostIterations = 8;

/// to_i = Σ_j M_ij from_j
void combine(const std::array<std::array<double, 3>, 3>& M, const std::array<AlignedVector, 3>& from,
             std::array<AlignedVector, 3>& to) {
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t n = 0; n < to[i].size(); ++n)
            to[i][n] = M[i][0] * from[0][n] + M[i][1] * from[1][n] + M[i][2] * from[2][n];
}

}  // namespace

Radau::Radau(AlignedVector error_floors)
    : error_floors_(std::move(error_floors)),
      end_(error_floors_.size()),
      work_(error_floors_.size()),
      start_(error_floors_.size()) {
    for (Three* group : {&Z_, &W_, &F_, &Q_}) group->fill(AlignedVector(error_floors_.size(), 0.0));
}

double Radau::size_of(const AlignedVector& x, const AlignedVector& y, double tolerance) const {
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!std::isfinite(x[i])) return HUGE_VAL;
        worst = std::max(worst, std::abs(x[i]) / (error_floors_[i] + std::abs(y[i])));
    }
    return worst / tolerance;
}

/// First guess of the stages: the last step's polynomial continued, or no change at all.
void Radau::predict(const AlignedVector& y, double h) {
    for (std::size_t stage = 0; stage < 3; ++stage) {
        if (accepted_h_ == 0) {
            std::ranges::fill(Z_[stage], 0.0);
            continue;
        }
        interpolate(1.0 + kNodes[stage] * h / accepted_h_, Z_[stage]);
        for (std::size_t i = 0; i < y.size(); ++i) Z_[stage][i] -= y[i];
    }
}

Radau::Attempt Radau::iterate(System& system, const AlignedVector& y, double h, double tolerance) {
    const double enough = std::max(2e-15 / tolerance, std::min(0.03, std::sqrt(tolerance)));
    const double shift = kRealShift / h;
    const double shift_real = kComplexShiftReal / h;
    const double shift_imaginary = kComplexShiftImaginary / h;
    predict(y, h);
    combine(kTInverse, Z_, W_);
    Three change;
    change.fill(AlignedVector(y.size()));
    Attempt result{.converged = false, .iterations = 0, .error = HUGE_VAL, .rhs_evals = 0};
    double last_size = 0;
    while (result.iterations < kMostIterations && !result.converged) {
        for (std::size_t stage = 0; stage < 3; ++stage) {
            for (std::size_t i = 0; i < y.size(); ++i) work_[i] = y[i] + Z_[stage][i];
            system.derivative(work_.data(), F_[stage].data());
        }
        result.rhs_evals += 3;
        combine(kTInverse, F_, change);
        for (std::size_t i = 0; i < y.size(); ++i) {
            change[0][i] -= shift * W_[0][i];
            change[1][i] -= shift_real * W_[1][i] - shift_imaginary * W_[2][i];
            change[2][i] -= shift_real * W_[2][i] + shift_imaginary * W_[1][i];
        }
        system.solve_implicit(change[0].data());
        system.solve_implicit(change[1].data(), change[2].data());
        for (std::size_t group = 0; group < 3; ++group)
            for (std::size_t i = 0; i < y.size(); ++i) W_[group][i] += change[group][i];
        combine(kT, W_, Z_);

        double size = 0;
        for (const AlignedVector& part : change) size = std::max(size, size_of(part, y, tolerance));
        const double rate = result.iterations > 0 ? size / last_size : 0.5;
        ++result.iterations;
        if (!std::isfinite(size) || rate >= 1) return result;
        result.converged = size == 0 || (result.iterations > 1 && rate / (1.0 - rate) * size < enough);
        last_size = size;
    }
    return result;
}

Radau::Attempt Radau::attempt(System& system, const AlignedVector& y, const AlignedVector& rate, double h,
                              double tolerance) {
    system.prepare_implicit(y.data(), kRealShift / h, kComplexShiftReal / h, kComplexShiftImaginary / h);
    Attempt result = iterate(system, y, h, tolerance);
    if (!result.converged) return result;
    for (std::size_t i = 0; i < y.size(); ++i) end_[i] = y[i] + Z_[2][i];

    const auto estimate = [&](const AlignedVector& from) {
        for (std::size_t i = 0; i < y.size(); ++i)
            work_[i] =
                from[i] + (kErrorWeights[0] * Z_[0][i] + kErrorWeights[1] * Z_[1][i] + kErrorWeights[2] * Z_[2][i]) / h;
        system.solve_implicit(work_.data());
        return size_of(work_, end_, tolerance);
    };
    result.error = estimate(rate);
    if (result.error > 1 && std::isfinite(result.error)) {
        // The estimate overshoots where the start is off the slow manifold; filtered once more it is right at both
        // ends.
        for (std::size_t i = 0; i < y.size(); ++i) work_[i] += y[i];
        system.derivative(work_.data(), F_[0].data());
        ++result.rhs_evals;
        result.error = estimate(F_[0]);
    }
    return result;
}

void Radau::accept(const AlignedVector& y, double h) {
    for (std::size_t p = 0; p < 3; ++p)
        for (std::size_t i = 0; i < y.size(); ++i)
            Q_[p][i] = kPolynomial[0][p] * Z_[0][i] + kPolynomial[1][p] * Z_[1][i] + kPolynomial[2][p] * Z_[2][i];
    start_ = y;
    accepted_h_ = h;
}

void Radau::interpolate(double theta, AlignedVector& y) const {
    for (std::size_t i = 0; i < y.size(); ++i)
        y[i] = start_[i] + theta * (Q_[0][i] + theta * (Q_[1][i] + theta * Q_[2][i]));
}

}  // namespace polarize
