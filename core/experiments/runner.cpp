#include "experiments/runner.hpp"

#include "experiments/flow_runner.hpp"
#include "experiments/initial_arrays.hpp"
#include "flow/tied_model.hpp"

namespace polarize {

std::unique_ptr<Runner> make_runner(const Params& params, const Arrays& initial) {
    Params sized = params;
    if (params.experiment().model == Model::tied) {
        Arrays arrays = tied_start(sized, initial);
        auto model = std::make_unique<TiedModel>(arrays);
        return std::make_unique<FlowRunner>(std::move(sized), std::move(model), std::move(arrays));
    }
    ValueProblem problem = value_start(sized, initial);
    auto model = std::make_unique<ValueModel>(problem);
    return std::make_unique<FlowRunner>(std::move(sized), std::move(model), std::move(problem.arrays));
}

}  // namespace polarize
