#include "ensemble/lane_fit.hpp"

#include <cstdint>

#include <polarize/ensemble.hpp>
#include "flow/ensemble_block.hpp"
#include "numeric/padding.hpp"
#include "run/descent_runner.hpp"
#include "run/history.hpp"

namespace polarize {

bool fits_lanes(const RunConfig& run) {
    const bool is_reducible =
        run.model == Model::value_softmax && run.loss == Loss::logistic && run.map == ScoreMap::softmax;
    if (!is_reducible) return false;
    if (run.dynamics == Dynamics::descent) return optimiser_settings(run).is_plain();
    return run.flow.until == Until::tau && run.flow.horizon >= 0 && run.flow.horizon <= kLargestTau;
}

std::size_t flows_abreast(const RunConfig& run) {
    if (!fits_lanes(run)) return 1;
    return kLanes * (run.dynamics == Dynamics::flow ? 1 : EnsembleBlock::kDescentGroups);
}

std::size_t flows_abreast(const Params& params) { return flows_abreast(run_config(params)); }

double end_time(const RunConfig& run) {
    return run.dynamics == Dynamics::flow ? run.flow.horizon : static_cast<double>(run.descent.steps);
}

std::vector<double> recorded_times(const RunConfig& run) {
    if (run.dynamics == Dynamics::descent) {
        const std::vector<std::int64_t> steps = sample_steps(run.descent.steps, run.samples);
        return {steps.begin(), steps.end()};
    }
    const double end = end_time(run);
    std::vector<double> times{0.0};
    for (std::int64_t number = 0; flow_sample(number, run.samples) < end; ++number)
        times.push_back(flow_sample(number, run.samples));
    if (end > 0) times.push_back(end);
    return times;
}

}  // namespace polarize
