// A run: what it does with a budget, with live changes, and what its snapshots carry.

#include <polarize/run.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "flow/value_model.hpp"
#include "run/history.hpp"
#include "support/compare.hpp"
#include "support/errors.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::error_of;
using test::finished;
using test::runner_of;
using test::same_bits;
using test::same_run;
using test::Settings;

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

TEST(Runner, StartsWithOneSampleOfTheStart) {
    const auto runner = runner_of("logistic", {{"steps", "100"}});
    const Snapshot start = runner->snapshot();
    EXPECT_EQ(start.experiment, "logistic");
    EXPECT_EQ(start.status, RunStatus::running);
    EXPECT_EQ(start.step, 0);
    EXPECT_EQ(start.last_step, 100);
    EXPECT_EQ(start.time, 0);
    EXPECT_EQ(start.history.steps, std::vector<std::int64_t>{0});
    EXPECT_EQ(start.isa, name(active_isa()));
    EXPECT_FALSE(runner->done());
    EXPECT_EQ(runner->step(), 0);
}

TEST(Runner, DoesAsManyUpdatesAsItsBudget) {
    const auto runner = runner_of("logistic", {{"steps", "1000"}});
    EXPECT_EQ(runner->advance(0), 0);
    EXPECT_EQ(runner->advance(1), 1);
    EXPECT_EQ(runner->advance(600), 600);
    EXPECT_EQ(runner->step(), 601);
    EXPECT_EQ(runner->advance(kNoLimit), 399);
    EXPECT_TRUE(runner->done());
    EXPECT_EQ(runner->advance(10), 0);
    EXPECT_EQ(runner->snapshot().status, RunStatus::finished);
}

TEST(Runner, RefusesANegativeBudget) {
    const auto runner = runner_of("logistic");
    EXPECT_EQ(error_of([&] { runner->advance(-1); }), "budget: -1 is out of range; allowed: at least 0");
    EXPECT_EQ(runner->step(), 0);
}

TEST(Runner, OfNoStepsIsDoneAtOnce) {
    const auto runner = runner_of("logistic", {{"steps", "0"}});
    EXPECT_TRUE(runner->done());
    EXPECT_EQ(runner->advance(5), 0);
    EXPECT_EQ(runner->snapshot().status, RunStatus::finished);
    EXPECT_EQ(runner->snapshot().history.steps, std::vector<std::int64_t>{0});
}

TEST(Runner, RecordsAtTheScheduledSteps) {
    const Snapshot run = finished("logistic", {{"steps", "3000"}, {"samples", "40"}});
    EXPECT_EQ(run.history.steps, sample_steps(3000, 40));
    for (const Series& series : run.history.series)
        EXPECT_EQ(series.values.size(), series.width * run.history.samples()) << series.name;
}

/// The run of 2000 steps in one go, and split as `budgets` say, over and over.
void expect_same_however_split(std::string_view id, const Settings& settings,
                               const std::vector<std::int64_t>& budgets) {
    const Snapshot whole = finished(id, settings);
    const auto runner = runner_of(id, settings);
    for (std::size_t i = 0; !runner->done(); ++i) {
        runner->advance(budgets[i % budgets.size()]);
        if (i % 3 == 0) runner->snapshot({.singular_values = true});
    }
    EXPECT_TRUE(same_run(runner->snapshot(), whole)) << id;
}

TEST(Runner, GivesTheSameBitsHoweverItsStepsAreSplit) {
    for (const Experiment& experiment : catalogue()) {
        expect_same_however_split(experiment.id, {{"steps", "700"}}, {1});
        expect_same_however_split(experiment.id, {{"steps", "2000"}, {"samples", "30"}}, {3, 255, 256, 257, 1, 0, 64});
        expect_same_however_split(experiment.id, {{"steps", "2000"}, {"map", "l2"}, {"lr", "0.3"}}, {999, 1});
        expect_same_however_split(experiment.id, {{"steps", "600"}, {"optimiser", "momentum"}, {"noise", "0.1"}},
                                  {1, 100, 7});
        expect_same_however_split(experiment.id, {{"steps", "600"}, {"optimiser", "adam"}, {"weight_decay", "0.01"}},
                                  {1, 100, 7});
    }
}

TEST(Runner, GivesTheSameBitsOnEveryInstructionSet) {
    for (const Experiment& experiment : catalogue()) {
        std::vector<Snapshot> runs;
        for (const Isa isa : available_isas()) {
            const test::WithIsa selected(isa);
            runs.push_back(finished(experiment.id, {{"steps", "2000"}}));
            EXPECT_EQ(runs.back().isa, name(isa));
            EXPECT_TRUE(same_run(runs.back(), runs.front())) << experiment.id << ", " << name(isa);
        }
    }
}

TEST(Runner, KeepsTheInstructionSetItStartedWith) {
    const auto runner = runner_of("logistic");
    const test::WithIsa selected(Isa::scalar);
    runner->advance(10);
    EXPECT_EQ(runner->snapshot().isa, name(available_isas().back()));
}

TEST(Runner, DependsOnItsSeedAlone) {
    const Settings settings{{"steps", "500"}};
    EXPECT_TRUE(same_run(finished("custom", settings), finished("custom", settings)));
    EXPECT_FALSE(same_run(finished("custom", settings), finished("custom", {{"steps", "500"}, {"seed", "2"}})));
}

TEST(Runner, GoesOnTheSameFromItsFinalArrays) {
    const Snapshot whole = finished("kl", {{"steps", "3000"}});
    const Snapshot half = finished("kl", {{"steps", "1200"}});
    const Arrays middle{
        {"V", half.arrays.at("V_final")}, {"a", half.arrays.at("a_final")}, {"p_star", half.arrays.at("p_star")}};
    const Snapshot rest = finished("kl", {{"steps", "1800"}}, middle);
    EXPECT_TRUE(same_bits(rest.arrays.at("V_final").data, whole.arrays.at("V_final").data));
    EXPECT_TRUE(same_bits(rest.a, whole.a));
}

TEST(Runner, CountsTimeAsStepSizeTimesSteps) {
    EXPECT_TRUE(test::close(finished("logistic", {{"steps", "1000"}, {"lr", "0.25"}}).time, 250, 1e-15));
    const auto runner = runner_of("logistic", {{"steps", "1000"}});
    runner->advance(300);
    runner->set("lr", "0.5");
    runner->advance(kNoLimit);
    EXPECT_TRUE(test::close(runner->snapshot().time, 300 * 0.1 + 700 * 0.5, 1e-15));
}

TEST(Runner, ChangesTheStepSizeFromTheNextUpdateOn) {
    const Arrays start = runner_of("logistic")->snapshot().arrays;
    ValueProblem problem{.loss = Loss::logistic, .d = 8, .k = 8, .n = 0, .arrays = {}};
    for (const char* name : {"V", "a", "beta_star"}) problem.arrays[name] = start.at(name);
    ValueModel model(problem);
    model.settings.lr = 0.1;
    model.descend(137);
    model.settings.lr = 0.7;
    model.descend(200);

    const auto runner = runner_of("logistic");
    runner->advance(137);
    runner->set("lr", "0.7");
    EXPECT_EQ(runner->params().real("lr"), 0.7);
    runner->advance(200);
    EXPECT_TRUE(same_bits(runner->snapshot().arrays.at("V_final").data, model.parameters().at("V").data));
}

TEST(Runner, ShowsTheWeightsOfAChangedMapAtOnce) {
    const auto runner = runner_of("normalisers-square", {{"steps", "1000"}});
    runner->advance(100);
    const std::vector<double> a = runner->snapshot().a;
    runner->set("map", "identity");
    EXPECT_EQ(runner->snapshot().alpha, a);
    EXPECT_EQ(runner->params().choice("map"), "identity");
}

TEST(Runner, StopsTrainingWhatIsNoLongerTrained) {
    const auto runner = runner_of("logistic");
    runner->advance(50);
    runner->set("train", "V");
    const std::vector<double> a = runner->snapshot().a;
    runner->advance(50);
    EXPECT_TRUE(same_bits(runner->snapshot().a, a));
    runner->set("train", "both");
    runner->advance(1);
    EXPECT_FALSE(same_bits(runner->snapshot().a, a));
}

TEST(Runner, RefusesToChangeWhatIsNotLive) {
    const auto runner = runner_of("logistic");
    for (const char* name : {"seed", "k", "d", "samples", "V_scale", "singular_values"}) {
        const Params before = runner->params();
        EXPECT_EQ(error_of([&] { runner->set(name, before.text(name)); }),
                  std::string(name) + ": cannot change while a run is under way; allowed: a new run");
        EXPECT_EQ(runner->params(), before);
    }
}

TEST(Runner, RefusesValuesThatAreNotAllowed) {
    const auto runner = runner_of("logistic");
    const Params before = runner->params();
    EXPECT_EQ(error_of([&] { runner->set("lr", "-1"); }), "lr: -1 is out of range; allowed: 1e-12 to 1000000");
    EXPECT_TRUE(error_of([&] { runner->set("map", "max"); }).starts_with("map: \"max\" is unknown; allowed: "));
    EXPECT_TRUE(error_of([&] {
                    runner->set("rate", "1");
                }).starts_with("parameter of logistic: \"rate\" is unknown; allowed: "));
    EXPECT_EQ(runner->params(), before);
}

TEST(Runner, RefusesALiveChangeThatLeavesNothingFinite) {
    // Softmax makes weights of order one of any scores; the identity takes them as they are.
    const Arrays given{{"V", {{1, 2}, {1e10, -1e10}}}, {"a", {{2}, {1e300, 1e300}}}};
    const auto runner = runner_of("custom", {{"loss", "square"}}, given);
    runner->advance(3);
    const Snapshot before = runner->snapshot();
    const std::string message = error_of([&] { runner->set("map", "identity"); });
    EXPECT_EQ(message,
              "loss: the change would make it not finite at step 3; allowed: values that keep every number finite");
    EXPECT_EQ(runner->params().choice("map"), "softmax");
    EXPECT_TRUE(same_run(runner->snapshot(), before));
}

TEST(Runner, CarriesOnWhenGivenMoreSteps) {
    const auto runner = runner_of("logistic", {{"steps", "1000"}});
    runner->advance(kNoLimit);
    runner->set("steps", "5000");
    EXPECT_FALSE(runner->done());
    EXPECT_EQ(runner->snapshot().status, RunStatus::running);
    EXPECT_EQ(runner->advance(kNoLimit), 4000);
    const Snapshot extended = runner->snapshot();
    const Snapshot direct = finished("logistic", {{"steps", "5000"}});
    EXPECT_TRUE(same_bits(extended.arrays.at("V_final").data, direct.arrays.at("V_final").data));
    EXPECT_EQ(extended.history.steps.back(), 5000);
    EXPECT_EQ(std::ranges::adjacent_find(extended.history.steps, std::greater_equal<>()), extended.history.steps.end());
}

// Between two samples the new schedule may ask for a step that has passed.
TEST(Runner, NeverGoesBackWhenTheScheduleChangesBetweenSamples) {
    for (std::int64_t first = 90; first < 140; ++first) {
        const auto runner = runner_of("logistic", {{"steps", "1000"}, {"samples", "20"}});
        runner->advance(first);
        runner->set("steps", "2345");
        EXPECT_EQ(runner->advance(1), 1) << first;
        EXPECT_EQ(runner->step(), first + 1);
        EXPECT_EQ(runner->advance(kNoLimit), 2345 - first - 1) << first;
        const Snapshot run = runner->snapshot();
        EXPECT_EQ(std::ranges::adjacent_find(run.history.steps, std::greater_equal<>()), run.history.steps.end())
            << first;
        EXPECT_TRUE(same_bits(run.arrays.at("V_final").data,
                              finished("logistic", {{"steps", "2345"}}).arrays.at("V_final").data));
    }
}

TEST(Runner, MayBeToldToEndWhereItIs) {
    const auto runner = runner_of("logistic", {{"steps", "1000"}, {"samples", "20"}});
    runner->advance(137);
    runner->set("steps", "137");
    EXPECT_TRUE(runner->done());
    const Snapshot run = runner->snapshot();
    EXPECT_EQ(run.status, RunStatus::finished);
    EXPECT_EQ(run.history.steps.back(), 137) << "the last step is always recorded";
    EXPECT_TRUE(same_bits(test::sample(run, "a", 137), run.a));
}

TEST(Runner, RefusesToEndBeforeWhereItIs) {
    const auto runner = runner_of("logistic", {{"steps", "1000"}});
    runner->advance(137);
    EXPECT_EQ(error_of([&] { runner->set("steps", "136"); }),
              "steps: 136 is below the 137 updates already made; allowed: more");
    EXPECT_EQ(runner->params().integer("steps"), 1000);
}

TEST(Snapshot, IsAPictureThatStays) {
    const auto runner = runner_of("logistic", {{"steps", "1000"}});
    runner->advance(10);
    const Snapshot before = runner->snapshot();
    const Snapshot copy = before;
    runner->advance(500);
    EXPECT_TRUE(same_run(before, copy));
    EXPECT_FALSE(same_run(before, runner->snapshot()));
}

TEST(Snapshot, ShowsTheLastSample) {
    const Snapshot run = finished("logistic", {{"steps", "1000"}});
    EXPECT_TRUE(same_bits(test::sample(run, "alpha", 1000), run.alpha));
    EXPECT_TRUE(same_bits(test::sample(run, "a", 1000), run.a));
    EXPECT_TRUE(same_bits(test::sample(run, "u", 1000), run.u));
    EXPECT_EQ(test::sample(run, "loss", 1000)[0], run.loss);
    EXPECT_EQ(test::sample(run, "entropy", 1000)[0], run.entropy);
    EXPECT_EQ(test::sample(run, "max_alpha", 1000)[0], run.max_alpha);
    EXPECT_EQ(run.alpha[static_cast<std::size_t>(run.winner)], run.max_alpha);
    EXPECT_TRUE(same_bits(run.arrays.at("a_final").data, run.a));
}

TEST(Snapshot, CarriesTheHistoryFromAnySampleOn) {
    const auto runner = runner_of("logistic", {{"steps", "1000"}});
    runner->advance(kNoLimit);
    const History whole = runner->snapshot().history;
    for (const std::size_t first :
         {std::size_t{0}, std::size_t{1}, whole.samples() - 1, whole.samples(), whole.samples() + 5})
        EXPECT_EQ(runner->snapshot({.first_sample = first}).history, tail(whole, first)) << first;
}

TEST(Snapshot, CarriesTheArraysOnlyWhenAskedTo) {
    const auto runner = runner_of("conditioning", {{"steps", "10"}});
    EXPECT_TRUE(runner->snapshot({.arrays = false}).arrays.empty());
    const Arrays arrays = runner->snapshot().arrays;
    for (const char* name : {"V", "a", "X", "y", "V_final", "a_final"}) EXPECT_TRUE(arrays.contains(name)) << name;
    EXPECT_EQ(arrays.size(), 6U);
    EXPECT_TRUE(runner_of("tied")->snapshot().arrays.contains("U_final"));
}

TEST(Snapshot, CarriesSingularValuesWhenAskedTo) {
    const auto runner = runner_of("logistic", {{"steps", "20000"}});
    runner->advance(kNoLimit);
    const Snapshot plain = runner->snapshot();
    EXPECT_FALSE(plain.arrays.contains("singular_values"));
    const Snapshot with = runner->snapshot({.arrays = false, .singular_values = true});
    const std::vector<double>& values = with.arrays.at("singular_values").data;
    ASSERT_EQ(values.size(), 8U);
    EXPECT_TRUE(std::ranges::is_sorted(values, std::greater<>()));
    EXPECT_EQ(test::metric(with, "rank"), 8);
}

TEST(Runner, RecordsSingularValuesWhenAskedTo) {
    const Snapshot run = finished("logistic", {{"steps", "1000"}, {"singular_values", "on"}, {"k", "5"}});
    EXPECT_EQ(run.history.find("singular_values")->width, 5U);
    EXPECT_EQ(finished("logistic", {{"steps", "10"}}).history.find("singular_values"), nullptr);
}

TEST(Runner, TellsTheWorkOfAnUpdate) {
    double before = 0;
    for (const char* size : {"8", "16", "64", "512"}) {
        const double work = runner_of("logistic", {{"k", size}, {"d", size}})->work_per_step();
        EXPECT_GT(work, before) << size;
        before = work;
    }
    EXPECT_GT(runner_of("conditioning", {{"n", "500"}})->work_per_step(), runner_of("conditioning")->work_per_step());
    EXPECT_GT(runner_of("tied", {{"D", "100"}})->work_per_step(), runner_of("tied")->work_per_step());
}

TEST(RunStatus, HasAName) {
    EXPECT_EQ(name(RunStatus::running), "running");
    EXPECT_EQ(name(RunStatus::finished), "finished");
    EXPECT_EQ(name(RunStatus::diverged), "diverged");
    EXPECT_EQ(name(RunStatus::stuck), "stuck");
}

}  // namespace
}  // namespace polarize
