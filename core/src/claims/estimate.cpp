// What the runs of claims take.

#include <algorithm>

#include <polarize/resources.hpp>
#include "claims/check.hpp"
#include "run/estimate.hpp"

namespace polarize {

ResourceEstimate estimate_claims(const Params& params) {
    constexpr double kNumbers = 4e6;  // as claim_checks::samples_for
    constexpr double kMostSamples = 20000;
    constexpr double kKeptHistories = 4;  // finished runs that wait to be judged, and the run under way with its copy
    Params run = params;
    if (!run.is_set("samples"))
        run.set("samples", std::clamp(kNumbers / static_cast<double>(run_config(run).k), 200.0, kMostSamples));
    run.set("dynamics", "flow");
    ResourceEstimate flow = estimate_run(run, {}, {.history = kKeptHistories, .arrays = kKeptHistories});
    run.set("dynamics", "descent");
    ResourceEstimate descent = estimate_run(run, {}, {.history = kKeptHistories, .arrays = kKeptHistories});
    return flow.memory > descent.memory ? flow : descent;
}

void check_claims_resources(const Params& params, double memory_limit) {
    check_resources(estimate_claims(params), memory_limit, [&](std::string_view field, double value) {
        Params changed = params;
        changed.set(field, value);
        return estimate_claims(changed).memory;
    });
}

}  // namespace polarize
