#include "flow/optimiser.hpp"

#include <cmath>

#include "numeric/numpy_random.hpp"
#include "numeric/padding.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

constexpr double kBeta2 = 0.999;
constexpr double kAdamEpsilon = 1e-8;

/// base^exponent for base in [0, 1).
double power(double base, double exponent) { return base > 0 ? polarize::exp(exponent * polarize::log(base)) : 0.0; }

/// A seed for the noise of one update: both numbers stirred by the finaliser of MurmurHash3, so that neighbours share
/// nothing.
std::uint32_t noise_seed(std::uint32_t seed, std::int64_t update) {
    auto mixed = static_cast<std::uint64_t>(update) + (static_cast<std::uint64_t>(seed) << 32U);
    mixed ^= mixed >> 33U;
    mixed *= 0xff51afd7ed558ccdU;
    mixed ^= mixed >> 33U;
    mixed *= 0xc4ceb9fe1a85ec53U;
    mixed ^= mixed >> 33U;
    return static_cast<std::uint32_t>(mixed);
}

}  // namespace

Optimiser::Optimiser(FlowModel& model, const OptimiserSettings& settings, std::int64_t updates)
    : model_(model), settings_(settings), start_(updates), flow_(make_plain_flow(model)) {
    const std::size_t size = flow_->system().size();
    rate_.assign(size, 0.0);
    if (settings_.kind != OptimiserKind::gradient_descent) moments_.first.assign(size, 0.0);
    if (settings_.kind == OptimiserKind::adam) moments_.second.assign(size, 0.0);

    const auto [rows, columns] = model.matrix_shape();
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t i = 0; i < padded(columns); ++i) is_parameter_.push_back(i < columns);
    for (std::size_t i = 0; is_parameter_.size() < size; ++i) is_parameter_.push_back(i < model.tokens());
}

/// The matrix lies before the scores.
Optimiser::Stretch Optimiser::trained() const {
    const std::size_t matrix_size = is_parameter_.size() - padded(model_.tokens());
    switch (model_.settings.train) {
        case Train::V_only: return {0, matrix_size};
        case Train::a_only: return {matrix_size, is_parameter_.size()};
        case Train::both: break;
    }
    return {0, is_parameter_.size()};
}

/// Every component has a draw of its own, trained or not, so that what is trained does not change the others' noise.
void Optimiser::add_noise(std::int64_t update, const Stretch& stretch) {
    NumpyRandom random(noise_seed(settings_.seed, update));
    for (std::size_t i = 0; i < rate_.size(); ++i) {
        if (!is_parameter_[i]) continue;
        const double draw = settings_.noise * random.normal();
        if (i >= stretch.begin && i < stretch.end) rate_[i] += draw;
    }
}

void Optimiser::update(std::int64_t number, const Stretch& stretch) {
    const double lr = model_.settings.lr;
    const double keep = 1.0 - lr * settings_.weight_decay;
    auto& [first, second] = moments_;
    if (settings_.kind == OptimiserKind::gradient_descent) {
        for (std::size_t i = stretch.begin; i < stretch.end; ++i) y_[i] = keep * y_[i] + lr * rate_[i];
        return;
    }
    if (settings_.kind == OptimiserKind::momentum) {
        for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
            first[i] = settings_.momentum * first[i] + rate_[i];
            y_[i] = keep * y_[i] + lr * first[i];
        }
        return;
    }
    const auto count = static_cast<double>(number - start_);
    const double first_bias = 1.0 - power(settings_.momentum, count);
    const double second_bias = 1.0 - power(kBeta2, count);
    for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
        first[i] = settings_.momentum * first[i] + (1.0 - settings_.momentum) * rate_[i];
        second[i] = kBeta2 * second[i] + (1.0 - kBeta2) * (rate_[i] * rate_[i]);
        y_[i] = keep * y_[i] + lr * (first[i] / first_bias) / (std::sqrt(second[i] / second_bias) + kAdamEpsilon);
    }
}

void Optimiser::descend(std::int64_t first, std::int64_t steps) {
    const Stretch stretch = trained();
    y_ = flow_->state(0);
    for (std::int64_t number = first + 1; number <= first + steps; ++number) {
        flow_->system().derivative(y_.data(), rate_.data());
        if (settings_.noise > 0) add_noise(number, stretch);
        update(number, stretch);
    }
    flow_->load(y_);
}

}  // namespace polarize
