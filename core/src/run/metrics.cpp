#include "run/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "flow/weights.hpp"
#include "run/history.hpp"
#include "simd/elementary.hpp"

namespace polarize {

namespace {

/// cos of the angle between beta and the teacher; 0 where one of them is zero.
double alignment(const Look& look) {
    const double lengths = look.numbers.beta_norm * look.direction_norm;
    return lengths > 0 ? look.numbers.margin / lengths : 0.0;
}

double total(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace

void append_look(History& history, const Look& look) {
    const Observation& seen = look.numbers;
    const auto vector = [&](std::string_view name, const std::vector<double>& values) {
        append(history, name, values.data(), values.size());
    };
    const auto number = [&](std::string_view name, double value) { append(history, name, &value, 1); };
    number("loss", seen.loss);
    vector("alpha", look.alpha);
    vector("a", look.a);
    vector("u", look.u);
    number("grad_V", seen.grad_V);
    number("grad_a", seen.grad_a);
    number("margin", seen.margin);
    number("alignment", alignment(look));
    number("beta_norm", seen.beta_norm);
    number("entropy", entropy(look.alpha));
    number("max_alpha", top_two(look.alpha).first);
    for (const auto& [name, value] : look.extra) number(name, value);
}

void describe(const Look& look, Snapshot& snapshot) {
    const TopTwo top = top_two(look.alpha);
    const double log_tokens = polarize::log(static_cast<double>(look.alpha.size()));
    snapshot.entropy = entropy(look.alpha);
    snapshot.max_alpha = top.first;
    snapshot.winner = static_cast<std::int64_t>(argmax(look.alpha));

    const Observation& seen = look.numbers;
    auto& metrics = snapshot.metrics;
    metrics = {{"entropy_normalised", log_tokens > 0 ? snapshot.entropy / log_tokens : 0.0},
               {"runner_up", top.second},
               {"alpha_sum", total(look.alpha)},
               {"a_sum", total(look.a)},
               {"grad_V", seen.grad_V},
               {"grad_a", seen.grad_a},
               {"margin", seen.margin},
               {"alignment", alignment(look)},
               {"beta_norm", seen.beta_norm}};
    if (top.second > 0 && top.first / top.second < HUGE_VAL)
        metrics.emplace_back("polarisation", polarize::log(top.first / top.second));
    for (const auto& [name, value] : look.extra) metrics.emplace_back(name, value);
}

double numerical_rank(const std::vector<double>& values) {
    const double threshold = values.empty() ? 0.0 : 1e-10 * values.front();
    return static_cast<double>(std::ranges::count_if(values, [&](double value) { return value > threshold; }));
}

}  // namespace polarize
