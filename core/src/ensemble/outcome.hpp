#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include <polarize/ensemble.hpp>

namespace polarize {

/// What became of one flow of many. Times are updates for gradient descent, the variable of integration (tau or t) for
/// gradient flow.
struct FlowOutcome {
    bool diverged = false;     ///< a quantity stopped being finite: the other numbers mean nothing
    bool stuck = false;        ///< the flow was given up before its end: the other numbers mean nothing
    bool tied = false;         ///< the largest weight at the end is that of several tokens: none of them wins
    std::uint32_t winner = 0;  ///< index of the largest weight at the end
    std::uint32_t u_rank =
        0;  ///< how many tokens the winner had before it in the initial order of u (equal ones: by index)
    std::uint32_t a_rank = 0;                                       ///< the same for the initial scores a
    double entropy = 0;                                             ///< of alpha at the end, nats
    double max_alpha = 0;                                           ///< at the end
    double loss = 0;                                                ///< at the end
    double polarised_at = std::numeric_limits<double>::infinity();  ///< see PolarisationClock; ∞: never
    double end = 0;                                                 ///< the flow's time at the end
    std::int64_t steps = 0;                                         ///< updates, or accepted steps of the integrator
};

/// Fills in who won: `alpha` at the end, `u` and `a` at the start (k each).
void judge_winner(FlowOutcome& outcome, const std::vector<double>& alpha, const std::vector<double>& u,
                  const std::vector<double>& a);

/// `entropy` over `log_tokens` = log k, 0 for a single token.
constexpr double normalised_entropy(double entropy, double log_tokens) {
    return log_tokens > 0 ? entropy / log_tokens : 0.0;
}

/// Finds when a flow's normalised entropy first falls below a threshold, from the moments recorded in order: linear
/// between the last one above and the first one below.
class PolarisationClock {
  public:
    explicit PolarisationClock(double threshold) : threshold_(threshold) {}

    void note(double time, double entropy);

    /// The time found, ∞ where it was not reached.
    double time() const { return time_; }
    bool is_polarised() const { return time_ < std::numeric_limits<double>::infinity(); }

  private:
    double threshold_;
    double last_time_ = 0;
    double last_entropy_ = 0;
    bool has_last_ = false;
    double time_ = std::numeric_limits<double>::infinity();
};

/// Who hears of the flows that one worker computes.
struct FlowListener {
    /// A recorded moment of some flow: its time, normalised entropy and largest weight.
    std::function<void(double time, double entropy, double max_alpha)> moment;
    /// The end of flow number `flow`.
    std::function<void(std::uint64_t flow, const FlowOutcome& outcome)> finished;
};

}  // namespace polarize
