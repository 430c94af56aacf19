#include "catalogue/run_config.hpp"

namespace polarize {

RunConfig run_config(const Params& params) {
    const Experiment& experiment = params.experiment();
    RunConfig config;
    config.model = experiment.model;
    config.loss = experiment.loss;
    config.start.draws = experiment.draws;
    params.write(config);
    return config;
}

Loss loss_of(const Params& params) { return run_config(params).loss; }

}  // namespace polarize
