#include "ensemble/outcome.hpp"

#include <algorithm>

#include "flow/weights.hpp"

namespace polarize {

namespace {

/// How many entries come before number `index` when sorted from the largest, equal ones by their index.
std::uint32_t rank_of(std::size_t index, const std::vector<double>& values) {
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] > values[index] || (values[i] == values[index] && i < index)) ++rank;
    return rank;
}

}  // namespace

void judge_winner(FlowOutcome& outcome, const std::vector<double>& alpha, const std::vector<double>& u,
                  const std::vector<double>& a) {
    const std::size_t winner = argmax(alpha);
    outcome.tied = std::ranges::count(alpha, alpha[winner]) > 1;
    outcome.winner = static_cast<std::uint32_t>(winner);
    outcome.u_rank = rank_of(winner, u);
    outcome.a_rank = rank_of(winner, a);
}

void PolarisationClock::note(double time, double entropy) {
    if (is_polarised()) return;
    if (entropy < threshold_) {
        const double share = has_last_ ? (last_entropy_ - threshold_) / (last_entropy_ - entropy) : 1.0;
        time_ = has_last_ ? last_time_ + share * (time - last_time_) : time;
    }
    last_time_ = time;
    last_entropy_ = entropy;
    has_last_ = true;
}

}  // namespace polarize
