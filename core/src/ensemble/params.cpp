#include "ensemble/params.hpp"

#include <string>

#include <polarize/error.hpp>
#include "ensemble/seed.hpp"
#include "flow/ensemble_block.hpp"
#include "numeric/number_text.hpp"
#include "numeric/padding.hpp"
#include "run/descent_runner.hpp"
#include "run/history.hpp"
#include "run/initial_arrays.hpp"

namespace polarize {

namespace {

/// Whether the model is one whose flow has a rescaled time.
bool is_logistic(const Params& params) {
    return params.experiment().model == Model::value_softmax && loss_of(params) == Loss::logistic;
}

}  // namespace

std::size_t token_count(const Params& params) {
    return static_cast<std::size_t>(params.integer(params.experiment().model == Model::tied ? "D" : "k"));
}

bool is_gradient_flow(const Params& params) { return params.choice("dynamics") == "flow"; }

std::string_view time_unit(const Params& params) {
    if (!is_gradient_flow(params)) return "updates";
    return is_logistic(params) ? "tau" : "t";
}

bool fits_lanes(const Params& params) {
    if (!is_logistic(params) || params.choice("map") != "softmax") return false;
    if (!is_gradient_flow(params)) return optimiser_settings(params).is_plain();
    const double horizon = params.real("horizon");
    return params.choice("until") == "tau" && horizon >= 0 && horizon <= kLargestTau;
}

std::size_t flows_abreast(const Params& params) {
    if (!fits_lanes(params)) return 1;
    return kLanes * (is_gradient_flow(params) ? 1 : EnsembleBlock::kDescentGroups);
}

double end_time(const Params& params) { return params.real(is_gradient_flow(params) ? "horizon" : "steps"); }

std::vector<double> recorded_times(const Params& params) {
    const std::int64_t samples = params.integer("samples");
    if (!is_gradient_flow(params)) {
        const std::vector<std::int64_t> steps = sample_steps(params.integer("steps"), samples);
        return {steps.begin(), steps.end()};
    }
    const double end = end_time(params);
    std::vector<double> times{0.0};
    for (std::int64_t number = 0; flow_sample(number, samples) < end; ++number)
        times.push_back(flow_sample(number, samples));
    if (end > 0) times.push_back(end);
    return times;
}

Params flow_params(const Params& params, std::uint64_t flow) {
    Params seeded = params;
    const auto seed = static_cast<std::uint32_t>(params.integer("seed"));
    seeded.set("seed", static_cast<double>(flow_seed(seed, static_cast<std::uint32_t>(flow))));
    return seeded;
}

void check_flow_count(std::uint64_t count) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 32U;
    if (count < 1 || count > kMost)
        throw refused("count", count, "flows are out of range", "1 to " + std::to_string(kMost));
}

void check_threshold(double threshold) {
    if (!(threshold > 0 && threshold <= 1))
        throw Error("threshold: " + number_text(threshold) + " is out of range; allowed: above 0, up to 1");
}

}  // namespace polarize
