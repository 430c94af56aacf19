#include "ensemble/ensemble_config.hpp"

#include <string>

#include <polarize/error.hpp>
#include "run/start_run.hpp"

namespace polarize {

EnsembleConfig ensemble_config(const Params& params, const EnsembleSettings& settings) {
    check_threshold(settings.criterion.threshold);
    EnsembleConfig config{.run = run_config(params), .count = settings.count, .criterion = settings.criterion};
    start_run(flow_config(config.run, 0));
    check_flow_count(settings.count);
    return config;
}

RunConfig flow_config(const RunConfig& run, std::uint64_t flow) {
    RunConfig seeded = run;
    seeded.start.seed = flow_seed(run.start.seed, static_cast<std::uint32_t>(flow));
    return seeded;
}

std::string_view time_unit(const RunConfig& run) {
    if (run.dynamics == Dynamics::descent) return "updates";
    return run.model == Model::value_softmax && run.loss == Loss::logistic ? "tau" : "t";
}

std::string_view time_unit(const Params& params) { return time_unit(run_config(params)); }

void check_flow_count(std::uint64_t count) {
    constexpr std::uint64_t kMaxFlows = std::uint64_t{1} << 32U;
    if (count < 1 || count > kMaxFlows)
        throw refused("count", count, "flows are out of range", "1 to " + std::to_string(kMaxFlows));
}

void check_threshold(double threshold) {
    if (!(threshold > 0 && threshold <= 1)) throw refused("threshold", threshold, "above 0, up to 1");
}

}  // namespace polarize
