#include <polarize/training_resources.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

#include <polarize/error.hpp>
#include <polarize/training_config.hpp>

namespace polarize {

namespace {

/// A parameter that the memory depends on, and at which end of its range it takes the least.
struct Dial {
    std::string_view name;
    bool cheapest_is_most = false;
};
constexpr std::array kDials{Dial{"batch"},
                            Dial{"d"},
                            Dial{"layers"},
                            Dial{"sequences"},
                            Dial{"evaluation_sequences"},
                            Dial{"record_every", true},
                            Dial{"evaluate_every", true}};

double cheapest(const Params& params, const Dial& dial) {
    const Parameter& parameter = *params.experiment().find(dial.name);
    return dial.cheapest_is_most ? parameter.maximum : parameter.minimum;
}

Params at_cheapest(Params params, std::initializer_list<Dial> dials) {
    for (const Dial& dial : dials) params.set(dial.name, cheapest(params, dial));
    return params;
}

/// The value that counts: evaluations fall once an epoch where `evaluate_every` is 0.
double value_of(const Params& params, const Dial& dial) {
    return dial.name == "evaluate_every" ? static_cast<double>(training_config(params).evaluation_interval())
                                         : params.real(dial.name);
}

double memory_of(const Params& params, const TrainingUse& use) {
    const TrainingConfig config = training_config(params);
    const double run = training_memory(config, use.threads);
    const double without_history = training_memory(
        training_config(at_cheapest(params, {{"record_every", true}, {"evaluate_every", true}})), use.threads);
    const TensorInfo last = parameter_layout(config.model).back();
    const auto parameters = static_cast<double>(last.offset + last.size);
    return run + use.output.history * (run - without_history) +
           parameters * (use.file_bytes_per_parameter + sizeof(double) * use.output.arrays);
}

}  // namespace

ResourceEstimate estimate_training(const Params& params, const TrainingUse& use) {
    constexpr double kDraw = 40;
    ResourceEstimate estimate;
    for (const Dial& dial : kDials) {
        double saved = 0;
        try {
            saved = memory_of(params, use) - memory_of(at_cheapest(params, {dial}), use);
        } catch (const Error&) {
            continue;  // no model has the cheapest value beside the others
        }
        estimate.add({.field = std::string(dial.name),
                      .value = value_of(params, dial),
                      .cheapest = cheapest(params, dial),
                      .bytes = saved});
    }
    estimate.memory = memory_of(params, use);  // what several save together counts once
    estimate.start_work = kDraw * estimate.memory / sizeof(float);
    return estimate;
}

void check_training_resources(const Params& params, const TrainingUse& use, double memory_limit) {
    check_resources(estimate_training(params, use), memory_limit, [&](std::string_view field, double value) {
        Params changed = params;
        changed.set(field, value);
        return memory_of(changed, use);
    });
}

}  // namespace polarize
