#include "run/start_run.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <polarize/error.hpp>
#include "flow/tied_model.hpp"
#include "run/continuous_runner.hpp"
#include "run/descent_runner.hpp"
#include "run/initial_arrays.hpp"

namespace polarize {

namespace {

/// A decomposition of a matrix larger than this takes seconds, and one is due at every sample.
constexpr std::size_t kMaxRecordedSize = 256;

void check_recorded_size(const RunConfig& config) {
    if (!config.singular_values) return;
    const std::size_t size = config.model == Model::tied ? config.k : std::min(config.d, config.k);
    if (size > kMaxRecordedSize)
        throw refused("singular_values", "on",
                      "asks for those of a matrix of rank up to " + std::to_string(size) + " at every sample",
                      "off, or sizes up to " + std::to_string(kMaxRecordedSize), ErrorCode::conflict);
}

std::unique_ptr<ModelRunner> moved(const RunConfig& config, std::unique_ptr<FlowModel> model, Arrays initial) {
    if (config.dynamics == Dynamics::flow)
        return std::make_unique<ContinuousRunner>(config, std::move(model), std::move(initial));
    return std::make_unique<DescentRunner>(config, std::move(model), std::move(initial));
}

}  // namespace

std::unique_ptr<ModelRunner> start_run(const RunConfig& config, const Arrays& given) {
    check_recorded_size(config);
    if (config.model == Model::tied) {
        Arrays arrays = tied_start(config, given);
        auto model = std::make_unique<TiedModel>(arrays);
        return moved(config, std::move(model), std::move(arrays));
    }
    ValueProblem problem = value_start(config, given);
    auto model = std::make_unique<ValueModel>(problem);
    return moved(config, std::move(model), std::move(problem.arrays));
}

}  // namespace polarize
