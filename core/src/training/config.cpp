#include <polarize/training_config.hpp>

#include <algorithm>

namespace polarize {

TrainingConfig training_config(const Params& params) {
    TrainingConfig config;
    config.task.kind = params.experiment().task;
    params.write(config);
    const TaskShape shape = shape_of(config.task);
    config.model.vocabulary = shape.tokens;
    config.model.outputs = shape.classes;
    config.model.length = shape.length;
    check(config.model);
    return config;
}

std::int64_t TrainingConfig::steps_per_epoch() const {
    return static_cast<std::int64_t>((data.sequences + schedule.batch - 1) / schedule.batch);
}

std::int64_t TrainingConfig::last_step() const {
    const std::int64_t all = schedule.epochs * steps_per_epoch();
    return schedule.steps > 0 ? std::min(schedule.steps, all) : all;
}

std::int64_t TrainingConfig::evaluation_interval() const {
    return schedule.evaluate_every > 0 ? schedule.evaluate_every : steps_per_epoch();
}

}  // namespace polarize
