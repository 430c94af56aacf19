#include "training/small_runs.hpp"

#include <utility>

#include <polarize/snapshot_codec.hpp>
#include <polarize/training.hpp>

namespace polarize::test {

Params small_params(std::string_view id, const Settings& more) {
    const Settings small{{"d", "16"},     {"heads", "2"},  {"sequences", "64"}, {"evaluation_sequences", "20"},
                         {"batch", "16"}, {"epochs", "3"}, {"positions", "add"}};
    Params params(find_any_experiment(id));
    for (const Settings& settings : {small, more})
        for (const auto& [name, text] : settings) params.set(name, text);
    return params;
}

std::unique_ptr<TrainingRunner> small_run(std::string_view id, const Settings& more, TrainingInputs inputs) {
    return std::make_unique<TrainingRunner>(small_params(id, more), std::move(inputs));
}

std::vector<std::byte> finished_bytes(TrainingRunner& run) {
    while (!run.done()) run.advance(1000);
    return encode(run.snapshot({.samples = 2, .weights = true, .interventions = true}));
}

}  // namespace polarize::test
