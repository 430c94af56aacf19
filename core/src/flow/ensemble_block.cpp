#include "flow/ensemble_block.hpp"

#include "flow/kernels.hpp"
#include "numeric/padding.hpp"
#include "ode/tableaux.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

const Tableau& pair() { return tableau(Method::dormand_prince_5); }

/// The first step of a flow; the error estimate soon finds a better one.
constexpr double kFirstStep = 1e-3;

}  // namespace

EnsembleBlock::EnsembleBlock(std::size_t k, std::size_t groups, Isa isa)
    : kernels_(&kernels(isa)),
      k_(k),
      groups_(groups),
      state_(2 * k * groups * kLanes),
      alpha_(k * groups * kLanes),
      exponent_(k * groups * kLanes),
      V_speed_(groups * kLanes),
      a_speed_(groups * kLanes),
      temperature_(groups * kLanes, 1.0),
      mean_score_(groups * kLanes),
      margin_(groups * kLanes),
      max_alpha_(groups * kLanes),
      mass_(groups * kLanes),
      moment_(groups * kLanes),
      tau_(groups * kLanes),
      stop_(groups * kLanes),
      step_(groups * kLanes, kFirstStep),
      tolerance_(groups * kLanes, 1.0),
      accepted_(groups * kLanes) {
    if (groups == 1) {
        rates_.resize((pair().stages + 1) * state_.size());
        trial_.resize(state_.size());
    }
}

EnsembleView EnsembleBlock::view() {
    return {.k = k_,
            .groups = groups_,
            .u = state_.data(),
            .a = state_.data() + alpha_.size(),
            .alpha = alpha_.data(),
            .exponent = exponent_.data(),
            .V_speed = V_speed_.data(),
            .a_speed = a_speed_.data()};
}

std::size_t EnsembleBlock::place(std::size_t token, std::size_t lane) const { return token * groups_ * kLanes + lane; }

std::vector<double> EnsembleBlock::column(const double* from, std::size_t lane) const {
    std::vector<double> values(k_);
    for (std::size_t j = 0; j < k_; ++j) values[j] = from[place(j, lane)];
    return values;
}

/// Only differences of scores count, and Σ a is conserved: the block holds them relative to that of token 0. With a
/// temperature T it holds b = a/T: softmax(b) is that of T at a, and b' = a'/T = J(b)ᵀ u/T².
void EnsembleBlock::put(std::size_t lane, const ReducedFlow& flow, double lr) {
    const EnsembleView m = view();
    mean_score_[lane] = 0;
    for (std::size_t j = 0; j < k_; ++j) {
        m.u[place(j, lane)] = flow.u[j];
        m.a[place(j, lane)] = (flow.a[j] - flow.a[0]) / flow.temperature;
        mean_score_[lane] += flow.a[j] / static_cast<double>(k_);
    }
    V_speed_[lane] = flow.train == Train::a_only ? 0.0 : lr * flow.teacher_squared;
    a_speed_[lane] = flow.train == Train::V_only ? 0.0 : lr / (flow.temperature * flow.temperature);
    temperature_[lane] = flow.temperature;
}

void EnsembleBlock::start_descent(std::size_t lane, const ReducedFlow& flow, double lr) { put(lane, flow, lr); }

void EnsembleBlock::start_flow(std::size_t lane, const ReducedFlow& flow, double tolerance) {
    put(lane, flow, 1.0);
    tau_[lane] = stop_[lane] = 0;
    step_[lane] = kFirstStep;
    tolerance_[lane] = tolerance;
    accepted_[lane] = 0;
}

void EnsembleBlock::clear(std::size_t lane) {
    const std::vector<double> zeros(k_, 0.0);
    start_flow(lane, {.u = zeros, .a = zeros, .teacher_squared = 0, .train = Train::V_only}, 1.0);
}

void EnsembleBlock::descend(std::int64_t steps) { kernels_->descend_ensemble(view(), steps); }

std::int64_t EnsembleBlock::integrate(std::int64_t attempts) {
    const EnsembleSteps steps{.A = pair().A.data(),
                              .E = pair().E.data(),
                              .stages = pair().stages,
                              .tau = tau_.data(),
                              .stop = stop_.data(),
                              .step = step_.data(),
                              .tolerance = tolerance_.data(),
                              .accepted = accepted_.data(),
                              .rates = rates_.data(),
                              .trial = trial_.data()};
    return kernels_->integrate_ensemble(view(), steps, attempts);
}

void EnsembleBlock::observe() {
    kernels_->observe_ensemble(
        view(),
        {.margin = margin_.data(), .max_alpha = max_alpha_.data(), .mass = mass_.data(), .moment = moment_.data()});
}

double EnsembleBlock::entropy(std::size_t lane) const {
    const double entropy = polarize::log(mass_[lane]) - moment_[lane];
    return entropy < 0 ? 0.0 : entropy;
}

std::vector<double> EnsembleBlock::alpha(std::size_t lane) const { return column(alpha_.data(), lane); }

std::vector<double> EnsembleBlock::a(std::size_t lane) const {
    std::vector<double> values = column(state_.data() + alpha_.size(), lane);
    double mean = 0;
    for (double& value : values) {
        value *= temperature_[lane];
        mean += value / static_cast<double>(k_);
    }
    for (double& value : values) value += mean_score_[lane] - mean;
    return values;
}

}  // namespace polarize
