#include <polarize/run.hpp>

#include <algorithm>
#include <string>

#include <polarize/error.hpp>
#include "flow/tied_model.hpp"
#include "run/continuous_runner.hpp"
#include "run/descent_runner.hpp"
#include "run/initial_arrays.hpp"

namespace polarize {

namespace {

/// A decomposition of a matrix larger than this takes seconds, and one is due at every sample.
constexpr std::int64_t kLargestRecordedSize = 256;

void check_recorded_size(const Params& params) {
    if (params.choice("singular_values") != "on") return;
    const bool tied = params.experiment().model == Model::tied;
    const std::int64_t size = tied ? params.integer("D") : std::min(params.integer("d"), params.integer("k"));
    if (size > kLargestRecordedSize)
        throw Error("singular_values: on asks for those of a matrix of rank up to " + std::to_string(size) +
                    " at every sample; allowed: off, or sizes up to " + std::to_string(kLargestRecordedSize));
}

std::unique_ptr<Runner> start(Params params, std::unique_ptr<FlowModel> model, Arrays initial) {
    if (params.choice("dynamics") == "flow")
        return std::make_unique<ContinuousRunner>(std::move(params), std::move(model), std::move(initial));
    return std::make_unique<DescentRunner>(std::move(params), std::move(model), std::move(initial));
}

}  // namespace

std::unique_ptr<Runner> make_runner(const Params& params, const Arrays& initial) {
    if (params.experiment().model == Model::attention)
        throw Error("experiment: " + quoted(params.experiment().id) + " trains an attention model; allowed: the flows");
    Params sized = params;
    if (params.experiment().model == Model::tied) {
        Arrays arrays = tied_start(sized, initial);
        check_recorded_size(sized);
        auto model = std::make_unique<TiedModel>(arrays);
        return start(std::move(sized), std::move(model), std::move(arrays));
    }
    ValueProblem problem = value_start(sized, initial);
    check_recorded_size(sized);
    auto model = std::make_unique<ValueModel>(problem);
    return start(std::move(sized), std::move(model), std::move(problem.arrays));
}

}  // namespace polarize
