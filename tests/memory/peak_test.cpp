// What configurations are estimated to take, against the peak that the system measures of a process that does the work.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

#include <polarize/claims.hpp>
#include <polarize/ensemble.hpp>
#include <polarize/phase_map.hpp>
#include <polarize/resources.hpp>
#include <polarize/run.hpp>
#include <polarize/training.hpp>
#include <polarize/training_resources.hpp>
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::params_of;
using test::Settings;

// An estimate is at most so far below the truth, and at most so many times it.
constexpr double kLeast = 0.97;
constexpr double kMost = 1.7;

/// Peak of the memory of a process that does `work`, in bytes.
double peak_of(const std::function<void()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        work();
        _exit(0);
    }
    int status = 0;
    rusage usage{};
    EXPECT_EQ(wait4(child, &status, 0, &usage), child);
    EXPECT_EQ(status, 0);
    constexpr double kKibibyte = 1024;
    return kKibibyte * static_cast<double>(usage.ru_maxrss);
}

void expect_near(const ResourceEstimate& estimate, const std::function<void()>& work) {
    const double taken = peak_of(work) - peak_of([] {});
    EXPECT_GT(estimate.memory, kLeast * taken);
    EXPECT_LT(estimate.memory, kMost * taken);
    testing::Test::RecordProperty("estimated_over_taken", std::to_string(estimate.memory / taken));
}

struct RunCase {
    std::string_view name;
    std::string_view id;
    Settings settings;
};

class PeakOfRun : public testing::TestWithParam<RunCase> {};

TEST_P(PeakOfRun, IsEstimated) {
    const Params params = params_of(GetParam().id, GetParam().settings);
    expect_near(estimate_run(params), [&] {
        const auto runner = make_runner(params);
        while (!runner->done()) runner->advance(1000);
        const Snapshot last = runner->snapshot({.arrays = false});
    });
}

const RunCase kRuns[] = {
    {"Square", "custom", {{"loss", "square"}, {"d", "1500"}, {"k", "1500"}, {"steps", "3"}}},
    {"Logistic", "logistic", {{"d", "100"}, {"k", "4096"}, {"steps", "3"}}},
    {"Kl", "kl", {{"d", "1500"}, {"k", "700"}, {"steps", "3"}}},
    {"Data", "custom", {{"loss", "regression"}, {"d", "1200"}, {"k", "1200"}, {"n", "2000"}, {"steps", "3"}}},
    {"Momentum",
     "custom",
     {{"loss", "square"}, {"d", "1200"}, {"k", "1200"}, {"steps", "3"}, {"optimiser", "momentum"}}},
    {"Adam", "custom", {{"loss", "square"}, {"d", "1200"}, {"k", "1200"}, {"steps", "3"}, {"optimiser", "adam"}}},
    {"Noise", "custom", {{"loss", "square"}, {"d", "1200"}, {"k", "1200"}, {"steps", "3"}, {"noise", "0.1"}}},
    {"Tied", "tied", {{"D", "1500"}, {"steps", "3"}}},
    {"Flow", "custom", {{"loss", "square"}, {"d", "700"}, {"k", "700"}, {"dynamics", "flow"}, {"horizon", "0.1"}}},
    {"ImplicitFlow",
     "custom",
     {{"loss", "square"}, {"d", "200"}, {"k", "800"}, {"dynamics", "flow"}, {"horizon", "10"}}},
    {"RescaledFlow",
     "logistic",
     {{"d", "1500"}, {"k", "1500"}, {"dynamics", "flow"}, {"until", "tau"}, {"horizon", "1"}}},
    {"TiedFlow", "tied", {{"D", "600"}, {"dynamics", "flow"}, {"horizon", "0.1"}}},
    {"History", "logistic", {{"k", "1000"}, {"d", "2"}, {"steps", "6000"}, {"samples", "6000"}}},
    {"HistoryOfFlow",
     "logistic",
     {{"k", "300"}, {"d", "2"}, {"dynamics", "flow"}, {"until", "tau"}, {"horizon", "1000"}, {"samples", "10000"}}},
    {"Condition", "conditioning", {{"n", "1500"}, {"d", "100"}, {"steps", "3"}}},
};
INSTANTIATE_TEST_SUITE_P(Peak, PeakOfRun, testing::ValuesIn(kRuns),
                         [](const testing::TestParamInfo<RunCase>& info) { return std::string(info.param.name); });

void expect_ensemble_near(const Params& params, const EnsembleSettings& settings) {
    expect_near(estimate_ensemble(params, settings), [&] {
        Ensemble ensemble(params, settings);
        while (ensemble.advance(1000000) > 0) {
        }
        const EnsembleResult result = ensemble.result();
    });
}

TEST(Peak, OfManyFlowsIsEstimated) {
    expect_ensemble_near(params_of("logistic", {{"steps", "1"}, {"samples", "2"}}), {.count = 300000});
}

TEST(Peak, OfLargeFlowsIsEstimated) {
    expect_ensemble_near(params_of("custom", {{"loss", "square"}, {"d", "1500"}, {"k", "1500"}, {"steps", "2"}}),
                         {.count = 2});
}

TEST(Peak, OfAMapIsEstimated) {
    const Params params = params_of("logistic", {{"steps", "0"}});
    const PhaseMapSettings settings{.x = {.name = "lr", .low = 0.1, .high = 1, .count = 150},
                                    .y = {.name = "a_scale", .low = 0, .high = 1, .count = 150},
                                    .count = 16};
    expect_near(estimate_map(params, settings), [&] {
        PhaseMap map(params, settings);
        while (map.advance(1000000) > 0) {
        }
        const PhaseMapResult result = map.result();
    });
}

class PeakOfTraining : public testing::TestWithParam<RunCase> {};

TEST_P(PeakOfTraining, IsEstimated) {
    Params params(find_any_experiment(GetParam().id));
    for (const auto& [name, text] : GetParam().settings) params.set(name, text);
    expect_near(estimate_training(params, {.output = {.arrays = 1}}), [&] {
        TrainingRunner runner(params);
        while (!runner.done()) runner.advance(1000);
        const TrainingSnapshot last = runner.snapshot({.weights = true});
    });
}

const RunCase kTrainings[] = {
    {"LargeModel",
     "induction",
     {{"d", "512"},
      {"layers", "2"},
      {"heads", "8"},
      {"sequences", "64"},
      {"batch", "16"},
      {"steps", "1"},
      {"evaluation_sequences", "16"}}},
    {"LargeData",
     "induction",
     {{"d", "16"},
      {"heads", "2"},
      {"sequences", "1000000"},
      {"batch", "16"},
      {"steps", "1"},
      {"evaluation_sequences", "16"}}},
};
INSTANTIATE_TEST_SUITE_P(Peak, PeakOfTraining, testing::ValuesIn(kTrainings),
                         [](const testing::TestParamInfo<RunCase>& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace polarize
