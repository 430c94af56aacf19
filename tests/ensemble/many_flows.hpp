#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "ensemble/ensemble_config.hpp"
#include "ensemble/flow_workers.hpp"
#include "ensemble/lane_fit.hpp"
#include "ensemble/outcome.hpp"
#include "support/runs.hpp"

namespace polarize::test {

inline constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

/// The parameters of flow number `flow` of an ensemble with these.
inline Params flow_params(const Params& params, std::uint64_t flow) {
    Params seeded = params;
    seeded.set("seed", flow_config(run_config(params), flow).start.seed);
    return seeded;
}

/// The configurations of the flows of an ensemble with these parameters.
inline auto configs_of(const Params& params) {
    return [run = run_config(params)](std::uint64_t flow) { return flow_config(run, flow); };
}

/// The outcomes of the first `flows` flows of an ensemble, computed by `workers` workers in turns of `budget` steps.
inline std::vector<FlowOutcome> outcomes_of(const Params& params, std::uint64_t flows, std::size_t workers = 1,
                                            std::int64_t budget = kNoLimit, const PolarisationCriterion& criterion = {},
                                            bool records = true) {
    const auto size = static_cast<std::size_t>(flows);
    std::vector<FlowOutcome> outcomes(size);
    std::vector<int> ended(size, 0);
    FlowWorkers all({.flows = flows,
                     .criterion = criterion,
                     .records = records,
                     .config = configs_of(params),
                     .finished =
                         [&](std::uint64_t flow, const FlowOutcome& outcome) {
                             outcomes[static_cast<std::size_t>(flow)] = outcome;
                             ++ended[static_cast<std::size_t>(flow)];
                         }},
                    workers);
    while (!all.done())
        for (std::size_t worker = 0; worker < workers; ++worker) all.advance(worker, budget);
    EXPECT_EQ(ended, std::vector<int>(size, 1));
    return outcomes;
}

inline bool same(const FlowOutcome& x, const FlowOutcome& y) {
    return x.diverged == y.diverged && x.winner == y.winner && x.u_rank == y.u_rank && x.a_rank == y.a_rank &&
           x.entropy == y.entropy && x.max_alpha == y.max_alpha && x.loss == y.loss &&
           x.polarised_at == y.polarised_at && x.end == y.end && x.steps == y.steps;
}

/// When the recorded entropy of a run first falls below `threshold`, linear between samples.
inline double polarisation_in(const Snapshot& run, double threshold) {
    const double log_tokens = std::log(static_cast<double>(run.alpha.size()));
    const auto entropies = series(run, "entropy");
    std::vector<double> times(run.history.steps.begin(), run.history.steps.end());
    if (run.flow) {
        const auto tau = series(run, "tau");
        times.assign(tau.begin(), tau.end());
    }
    for (std::size_t i = 0; i < entropies.size(); ++i) {
        const double above = i > 0 ? entropies[i - 1] / log_tokens - threshold : 0;
        const double below = threshold - entropies[i] / log_tokens;
        if (below <= 0) continue;
        return i > 0 ? times[i - 1] + above / (above + below) * (times[i] - times[i - 1]) : times[i];
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace polarize::test
