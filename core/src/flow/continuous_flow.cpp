#include "flow/continuous_flow.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "flow/kernels.hpp"
#include "flow/rescaled_system.hpp"
#include "flow/tied_model.hpp"
#include "flow/tied_system.hpp"
#include "flow/value_system.hpp"
#include "numeric/padding.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

bool can_hold(const ValueModel& model) { return traits(model.settings.map.map).may_hold_at_zero; }

ScoreSides sides_of(ScoreSystem& system, ValueModel& model) {
    const ValueView view = model.view();
    return {system, view.map.map, {view.a, view.k}};
}

/// The flow of all of a model's parameters in t: a state is its buffers one after the other.
template <class SystemOfModel, class ModelType>
class PlainFlow final : public ContinuousFlow {
  public:
    explicit PlainFlow(ModelType& model) : model_(model), system_(model) {
        if constexpr (!std::is_same_v<ModelType, TiedModel>) {
            if (can_hold(model)) system_.take_sides(sides_.emplace(sides_of(system_, model)).data());
        }
    }

    System& system() override { return system_; }

    AlignedVector state(double /*log_t*/) const override {
        AlignedVector y;
        for (const auto& [name, values] : model_.state()) y.insert(y.end(), values->begin(), values->end());
        return y;
    }

    void load(const AlignedVector& y) override {
        auto from = y.begin();
        for (const auto& [name, values] : model_.state()) {
            std::copy_n(from, values->size(), values->begin());
            from += static_cast<std::ptrdiff_t>(values->size());
        }
    }

    double log_time(const AlignedVector& /*y*/, double s) const override { return polarize::log(s); }

    /// None for the tied model, whose map is of U a.
    ScoreSides* sides() override { return sides_ ? &*sides_ : nullptr; }

    bool is_rescaled() const override { return false; }

  private:
    ModelType& model_;
    SystemOfModel system_;
    std::optional<ScoreSides> sides_;
};

/// The logistic flow in tau. V moves only along beta_star, so V = V(start) + beta_star (u − u(start))ᵀ/‖beta_star‖².
class RescaledFlow final : public ContinuousFlow {
  public:
    explicit RescaledFlow(ValueModel& model)
        : model_(model),
          start_V_(*model.state()[0].second),
          start_u_(model.observe().u),
          teacher_squared_(squared_norm(model)),
          system_(model.kernels(), model.tokens(), model.settings.map, model.settings.train, teacher_squared_) {
        if (can_hold(model)) system_.take_sides(sides_.emplace(sides_of(system_, model)).data());
    }

    System& system() override { return system_; }

    AlignedVector state(double log_t) const override {
        const Look look = model_.observe();
        AlignedVector y = system_.initial_state(look.u, look.a);
        y[2 * padded(model_.tokens())] = polarize::exp(log_t - softplus(look.numbers.margin));
        return y;
    }

    void load(const AlignedVector& y) override {
        const ValueView view = model_.view();
        const std::size_t stride = padded(view.k);
        std::ranges::copy(start_V_, view.V);
        for (std::size_t i = 0; i < view.d && teacher_squared_ > 0; ++i) {
            const double along = view.beta_star[i] / teacher_squared_;
            for (std::size_t j = 0; j < view.k; ++j) view.V[i * stride + j] += along * (y[j] - start_u_[j]);
        }
        std::copy_n(y.data() + stride, stride, view.a);
    }

    double log_time(const AlignedVector& y, double /*s*/) const override { return system_.log_time(y); }

    ScoreSides* sides() override { return sides_ ? &*sides_ : nullptr; }

    bool is_rescaled() const override { return true; }

  private:
    static double squared_norm(ValueModel& model) {
        const double norm = model.observe().direction_norm;
        return norm * norm;
    }

    ValueModel& model_;
    AlignedVector start_V_;
    std::vector<double> start_u_;
    double teacher_squared_;
    RescaledSystem system_;
    std::optional<ScoreSides> sides_;
};

}  // namespace

Arithmetic flow_arithmetic() {
    return {.add_terms = kernels().add_terms,
            .power = [](double base, double exponent) { return polarize::exp(exponent * polarize::log(base)); }};
}

std::unique_ptr<ContinuousFlow> make_plain_flow(FlowModel& model) {
    if (auto* tied = dynamic_cast<TiedModel*>(&model)) return std::make_unique<PlainFlow<TiedSystem, TiedModel>>(*tied);
    return std::make_unique<PlainFlow<ValueSystem, ValueModel>>(dynamic_cast<ValueModel&>(model));
}

std::unique_ptr<ContinuousFlow> make_continuous_flow(FlowModel& model) {
    auto* value = dynamic_cast<ValueModel*>(&model);
    if (value != nullptr && value->view().loss == Loss::logistic) return std::make_unique<RescaledFlow>(*value);
    return make_plain_flow(model);
}

}  // namespace polarize
