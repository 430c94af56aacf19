#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "numeric/aligned.hpp"
#include "ode/arithmetic.hpp"
#include "ode/radau.hpp"
#include "ode/system.hpp"
#include "ode/tableaux.hpp"

namespace polarize {

/// How an Integrator chooses its steps.
struct StepControl {
    Method method = Method::dormand_prince_8;
    /// Bound on the local error of each component, relative to its error_floor + |component|, 1e−14 to 1e−1.
    double tolerance = 1e-9;
    /// The step of the methods without an error estimate; ignored by the others.
    double fixed_step = 0;
};

/// How much work an integration was.
struct StepCounts {
    std::int64_t rhs_evals = 0;
    std::int64_t accepted = 0;
    std::int64_t rejected = 0;
};

/// How a call of Integrator::step ended.
enum class StepResult {
    accepted,  ///< time moved on
    at_rest,  ///< the state does not move any more: its rate is round-off, and so is all that a longer step could learn
    failed,   ///< no step is small enough: the solution blows up here
};

/// Integrates a System step by step. Embedded pairs choose their steps by a PI controller; where the step is bound by
/// stability and not by accuracy, and the system offers it, the implicit method Radau takes over, so that a state at
/// rest costs no more steps the longer it rests. Equal inputs give equal bits, however the calls are split.
class Integrator {
  public:
    /// Starts at state `y` and time `t`. `system` must outlive the integrator. Throws Error for a tolerance or a fixed
    /// step out of its range.
    Integrator(System& system, AlignedVector y, double t, const StepControl& control,
               const Arithmetic& arithmetic = plain_arithmetic());

    /// Tries to make one step. Unless it is accepted the state and the time stay as they are.
    StepResult step();

    /// Goes on from state `y` at time `t`, where the system may have changed its right-hand side: at an event in the
    /// last step, say. The method and the size of the next step are kept.
    void restart(const AlignedVector& y, double t);

    double tolerance() const { return control_.tolerance; }
    double time() const { return time_; }
    /// Where the last step began.
    double previous_time() const { return previous_time_; }
    const AlignedVector& state() const { return y_; }
    const StepCounts& counts() const { return counts_; }

    /// The solution at `t` between previous_time() and time(), by the method's continuous extension.
    void interpolate(double t, AlignedVector& y);

  private:
    using Stages = std::vector<AlignedVector>;

    double first_step();
    void begin_step();
    template <class Weight>
    void combine(std::size_t stages, Weight weight, const AlignedVector& base, AlignedVector& to);
    void evaluate_stage(std::size_t stage, double h, const AlignedVector& base);
    double attempt_explicit(double h);
    double attempt_implicit(double h);
    void complete_dense_stages();
    void note_stiffness(double h);
    bool is_rate_round_off() const;
    bool has_settled(double h) const;
    double scaled_error(const double* error) const;
    void accept(double h);

    System& system_;
    StepControl control_;
    Arithmetic arithmetic_;
    const Tableau& tableau_;
    double time_;
    double previous_time_;
    double h_ = 0;                // the step to try next
    double last_h_ = 0;           // the last accepted step
    double last_error_ = 1;       // its scaled error
    bool implicit_ = false;       // the next step is
    bool last_implicit_ = false;  // the last step was
    bool settled_ = false;        // it showed that the state is at rest
    int stiff_votes_ = 0;
    int calm_steps_ = 0;         // since the last of them
    std::size_t end_stage_ = 0;  // the stage that holds f at the end of the last step; 0: none yet
    bool dense_ready_ = false;   // the stages beyond it are there
    AlignedVector y_, previous_y_, trial_, scratch_;
    const AlignedVector zero_;
    Stages k_;
    AlignedVector error_floors_;
    Radau radau_;
    StepCounts counts_;
};

/// The time in the last step of `integrator` at which `g` of the state changes sign, to the last bit, or time() where
/// it does not. From time 0 on that may take a halving for each exponent of a double.
template <class Function>
double locate_event(Integrator& integrator, Function g) {
    AlignedVector y(integrator.state().size());
    double low = integrator.previous_time();
    double high = integrator.time();
    integrator.interpolate(low, y);
    const bool before = g(y) > 0;
    if ((g(integrator.state()) > 0) == before) return high;
    for (double middle = low + 0.5 * (high - low); low < middle && middle < high; middle = low + 0.5 * (high - low)) {
        integrator.interpolate(middle, y);
        ((g(y) > 0) == before ? low : high) = middle;
    }
    return high;
}

}  // namespace polarize
