#pragma once

#include <cstddef>
#include <memory>

#include "flow/model.hpp"
#include "flow/score_sides.hpp"
#include "flow/value_model.hpp"
#include "numeric/aligned.hpp"
#include "ode/arithmetic.hpp"
#include "ode/system.hpp"

namespace polarize {

/// A model's gradient flow, ready to be integrated in the variable that suits it: the logistic value-softmax flow in
/// its rescaled time tau, reduced to 2k numbers; every other flow in its own time t with all its parameters.
class ContinuousFlow {
  public:
    virtual ~ContinuousFlow() = default;

    virtual System& system() = 0;

    /// The model's present parameters as a state, with log t of the time that has gone by (−∞ at the start).
    virtual AlignedVector state(double log_t) const = 0;

    /// Puts a state into the model, so that it can be observed.
    virtual void load(const AlignedVector& y) = 0;

    /// log t at state `y`, where the variable of integration is `s`.
    virtual double log_time(const AlignedVector& y, double s) const = 0;

    /// The sides of the map's kink on which the scores are, where the map can hold them there; else nullptr.
    virtual ScoreSides* sides() = 0;

    /// Whether the variable of integration is tau and not t.
    virtual bool is_rescaled() const = 0;
};

/// The kernels' arithmetic for an Integrator: its bits are the same on every machine.
Arithmetic flow_arithmetic();

/// The flow of all of `model`'s parameters in t, not reduced. `model` must outlive it.
std::unique_ptr<ContinuousFlow> make_plain_flow(FlowModel& model);

/// The flow of `model`, which must outlive it. Settings of the model count as they are now.
std::unique_ptr<ContinuousFlow> make_continuous_flow(FlowModel& model);

}  // namespace polarize
