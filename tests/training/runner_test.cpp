// Runs that train attention models, on models small enough for every machine.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/errors.hpp"
#include "training/small_runs.hpp"

namespace polarize {
namespace {

using namespace test;

TEST(TrainingRunner, EvaluatesAtTheStartAfterEveryEpochAndAtTheEnd) {
    const auto run = small_run("induction", {{"steps", "10"}});
    EXPECT_EQ(run->advance(1000), 10);
    const TrainingSnapshot snapshot = run->snapshot();
    EXPECT_EQ(snapshot.status, RunStatus::finished);
    EXPECT_EQ(snapshot.steps_per_epoch, 4);
    EXPECT_EQ(snapshot.evaluations.steps, (std::vector<std::int64_t>{0, 4, 8, 10}));
    EXPECT_EQ(snapshot.evaluated_step, 10);
    EXPECT_EQ(snapshot.history.samples(), 10U);
    EXPECT_EQ(snapshot.history.steps.front(), 0) << "the loss of the first batch is that of the initial weights";
}

TEST(TrainingRunner, EvaluatesAsOftenAsAskedFor) {
    const auto run = small_run("induction", {{"steps", "7"}, {"evaluate_every", "3"}, {"record_every", "2"}});
    run->advance(1000);
    EXPECT_EQ(run->snapshot().evaluations.steps, (std::vector<std::int64_t>{0, 3, 6, 7}));
    EXPECT_EQ(run->snapshot().history.steps, (std::vector<std::int64_t>{0, 2, 4, 6}));
}

TEST(TrainingRunner, GivesTheSameBitsHoweverItsStepsAreSplit) {
    for (const char* const id : {"induction", "classification"}) {
        const auto whole = small_run(id);
        const auto split = small_run(id);
        while (!split->done()) split->advance(1);
        EXPECT_EQ(finished_bytes(*whole), finished_bytes(*split)) << id;
    }
}

TEST(TrainingRunner, DependsOnItsSeed) {
    const auto one = small_run("induction", {{"seed", "1"}});
    const auto two = small_run("induction", {{"seed", "2"}});
    EXPECT_NE(finished_bytes(*one), finished_bytes(*two));
}

TEST(TrainingRunner, LearnsToClassify) {
    const auto run = small_run("classification", {{"lr", "0.01"}, {"epochs", "20"}, {"positions", "no"}});
    run->advance(1000);
    const TrainingSnapshot snapshot = run->snapshot();
    EXPECT_EQ(snapshot.metrics.at("accuracy").data[0], 1);
    EXPECT_LT(snapshot.loss, 0.05);
}

TEST(TrainingRunner, SaysAtWhichStepItDivergedAndShowsTheLastFiniteState) {
    const auto run = small_run("induction", {{"lr", "1e6"}, {"layer_norm", "off"}, {"kind", "raw_dotproduct_unnorm"}});
    run->advance(1000);
    const TrainingSnapshot snapshot = run->snapshot({.samples = 1, .weights = true, .interventions = true});
    ASSERT_EQ(snapshot.status, RunStatus::diverged);
    EXPECT_GE(snapshot.diverged_step, 1);
    EXPECT_LT(snapshot.diverged_step, 12);
    EXPECT_LT(snapshot.step, snapshot.diverged_step);
    EXPECT_EQ(snapshot.diverged_quantity, "loss");
    ASSERT_EQ(snapshot.step, 0);
    EXPECT_EQ(snapshot.loss, snapshot.metrics.at("evaluation_loss").data[0]) << "that of these weights";
    for (const auto& [name, array] : snapshot.weights)
        for (const double value : array.data) EXPECT_TRUE(std::isfinite(value)) << name;
    for (const auto& [name, array] : snapshot.metrics)
        for (const double value : array.data) EXPECT_TRUE(std::isfinite(value)) << name;
    EXPECT_TRUE(run->done());
    EXPECT_EQ(run->advance(5), 0);
    EXPECT_NE(test::error_of([&] { (void)run->state(); }).find("diverged"), std::string::npos);
}

TEST(TrainingRunner, MeasuresNothingOfWeightsThatGiveNoNumbers) {
    Arrays weights = small_run("classification", {{"layer_norm", "off"}})->snapshot({.weights = true}).weights;
    for (auto& [name, array] : weights) std::ranges::fill(array.data, 1e30);
    const auto run = small_run("classification", {{"layer_norm", "off"}}, {.weights = weights});
    run->advance(5);
    const TrainingSnapshot snapshot = run->snapshot({.interventions = true});
    EXPECT_EQ(snapshot.status, RunStatus::diverged);
    EXPECT_EQ(snapshot.diverged_step, 0);
    EXPECT_TRUE(std::isnan(snapshot.loss)) << "there was none";
    EXPECT_TRUE(snapshot.metrics.empty());
}

TEST(TrainingRunner, ChangesLiveParametersFromTheNextUpdateOn) {
    const auto run = small_run("induction");
    run->advance(3);
    run->set("lr", "0.01");
    run->advance(1);
    EXPECT_EQ(run->params().real("lr"), 0.01);
    run->set("epochs", "1");
    EXPECT_TRUE(run->done());
    run->set("epochs", "2");
    EXPECT_EQ(run->advance(100), 4) << "and goes on";
    EXPECT_EQ(test::error_of([&] { run->set("epochs", "1"); }),
              "epochs: 1 ends the run before the 8 updates already made; allowed: more");
    EXPECT_EQ(test::error_of([&] { run->set("d", "32"); }),
              "d: cannot change while a run is under way; allowed: a new run");
}

TEST(TrainingRunner, RunsEveryKindInEveryPosition) {
    for (const std::string_view kind : kEnumNames<AttentionKind>)
        for (const std::string_view positions : kEnumNames<Positions>) {
            const auto run = small_run("induction", {{"kind", kind}, {"positions", positions}, {"steps", "2"}});
            run->advance(2);
            EXPECT_EQ(run->snapshot().status, RunStatus::finished) << kind << " " << positions;
        }
}

}  // namespace
}  // namespace polarize
