#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polarize/isa.hpp>
#include <polarize/run.hpp>
#include "register.hpp"

namespace polarize::bench {

namespace {

using Setting = std::pair<std::string, std::string>;

/// Updates made before the states of two instruction sets are compared.
constexpr std::int64_t kCheckedSteps = 1000;
/// Updates made per timed call.
constexpr std::int64_t kTimedSteps = 1000;

/// A run that does not end while it is timed.
Params endless(const Experiment& experiment, const std::vector<Setting>& settings) {
    Params params(experiment);
    for (const auto& [name, value] : settings) params.set(name, value);
    params.set("steps", 1e12);
    return params;
}

Snapshot after_checked_steps(const Params& params, Isa isa) {
    const Isa before = active_isa();
    select_isa(isa);
    const auto runner = make_runner(params);
    select_isa(before);
    runner->advance(kCheckedSteps);
    return runner->snapshot({.arrays = true});
}

void run_updates(benchmark::State& state, const Params& params) {
    const Snapshot checked = after_checked_steps(params, active_isa());
    const Snapshot twin = after_checked_steps(params, Isa::scalar);
    if (checked.arrays != twin.arrays || checked.loss != twin.loss) {
        note_wrong_result();
        state.SkipWithError("the state differs from the scalar twin's");
        return;
    }
    const auto runner = make_runner(params);
    for ([[maybe_unused]] const auto iteration : state) runner->advance(kTimedSteps);
    state.SetItemsProcessed(state.iterations() * kTimedSteps);
}

void register_run(const Experiment& experiment, const std::vector<Setting>& settings) {
    std::string title(experiment.id);
    for (const auto& [name, value] : settings) title.append("/").append(name).append("=").append(value);
    benchmark::RegisterBenchmark(title.c_str(), run_updates, endless(experiment, settings))
        ->Unit(benchmark::kMicrosecond);
}

}  // namespace

void register_experiments() {
    for (const Experiment& experiment : catalogue()) {
        register_run(experiment, {});
        if (experiment.id.starts_with("normalisers"))
            for (const std::string_view map : experiment.find("map")->choices)
                register_run(experiment, {{"map", std::string(map)}});
        if (experiment.find("D") != nullptr)
            for (const char* D : {"20", "50", "100"}) register_run(experiment, {{"D", D}});
        if (experiment.find("kappa") != nullptr) register_run(experiment, {{"kappa", "1"}});
        if (experiment.find("loss") != nullptr)
            for (const std::string_view loss : experiment.find("loss")->choices)
                register_run(experiment, {{"loss", std::string(loss)}, {"k", "64"}, {"d", "64"}, {"n", "64"}});
    }
}

}  // namespace polarize::bench
