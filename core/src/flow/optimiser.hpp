#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "flow/continuous_flow.hpp"
#include "flow/model.hpp"

namespace polarize {

/// How an Optimiser updates; the defaults are plain gradient descent.
struct OptimiserSettings {
    OptimiserKind kind = OptimiserKind::gradient_descent;
    double momentum = 0.9;  ///< weight of the past in the first moment (momentum, adam), 0 to below 1
    /// Decoupled: every update also shrinks the trained parameters by the factor 1 − lr · weight_decay.
    double weight_decay = 0;
    double noise = 0;        ///< standard deviation of independent normal noise on every component of the gradient
    std::uint32_t seed = 0;  ///< of the noise

    /// Whether the kernels' own gradient descent does just this.
    bool is_plain() const { return kind == OptimiserKind::gradient_descent && weight_decay == 0 && noise == 0; }
};

/// Moves a model's parameters, laid out as one flat vector, by other rules than plain gradient descent:
///   momentum: m = momentum · m + g,  y −= lr m;
///   adam (Kingma, Ba 2015; β2 = 0.999, ε = 1e−8): y −= lr m̂/(√v̂ + ε).
class Optimiser {
  public:
    /// Starts with moments of zero after `updates` updates of the run. `model` must outlive the optimiser.
    Optimiser(FlowModel& model, const OptimiserSettings& settings, std::int64_t updates);

    /// Updates number first + 1 to first + steps of the run, from the model's present parameters.
    void descend(std::int64_t first, std::int64_t steps);

    /// The moments, for saving and restoring.
    using Moments = std::pair<AlignedVector, AlignedVector>;
    const Moments& moments() const { return moments_; }
    void restore(const Moments& moments) { moments_ = moments; }

    const OptimiserSettings& settings() const { return settings_; }
    /// Goes on with other numbers and the moments it has. `settings` must be of the same kind.
    void change(const OptimiserSettings& settings) { settings_ = settings; }

  private:
    /// A stretch of the flat vector.
    struct Stretch {
        std::size_t begin;
        std::size_t end;
    };
    Stretch trained() const;
    void add_noise(std::int64_t update, const Stretch& stretch);
    void update(std::int64_t number, const Stretch& stretch);

    FlowModel& model_;
    OptimiserSettings settings_;
    std::int64_t start_;  // updates of the run before this optimiser's first
    std::unique_ptr<ContinuousFlow> flow_;
    AlignedVector y_, rate_;
    Moments moments_;
    std::vector<bool> is_parameter_;  // and not padding
};

}  // namespace polarize
