// Training runs that are stopped and go on from their state.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

#include "support/errors.hpp"
#include "training/small_runs.hpp"

namespace polarize {
namespace {

using namespace test;

TEST(TrainingRunner, GoesOnFromItsStateBitForBit) {
    for (const char* const data : {"fixed", "fresh"}) {
        const Settings settings{{"data", data}, {"evaluate_every", "5"}};
        const auto whole = small_run("induction", settings);
        const auto first = small_run("induction", settings);
        first->advance(7);  // within an epoch, and beside an evaluation
        const auto second = small_run("induction", settings);
        second->restore(first->state());
        EXPECT_EQ(second->state(), first->state());
        EXPECT_EQ(finished_bytes(*second), finished_bytes(*whole)) << data;
    }
}

TEST(TrainingRunner, CanBeStoppedAnywhereAndGoesOnBitForBit) {
    for (const char* const id : {"induction", "classification"}) {
        const Settings settings{{"evaluate_every", "2"}, {"steps", "5"}};
        const auto whole = small_run(id, settings);
        auto run = small_run(id, settings);
        std::atomic<int> asked = 0;
        int stops = 0;
        for (int patience = 1; !run->done() || run->evaluation_is_due(); patience += 7) {
            asked = 0;
            run->stop_when([&] { return asked++ > patience; });
            run->advance(1000);
            ASSERT_EQ(run->snapshot().history.samples(), static_cast<std::size_t>(run->step()));
            ASSERT_LE(run->snapshot().evaluated_step, run->step());
            if (run->done()) continue;
            ++stops;
            run->stop_when({});
            auto resumed = small_run(id, settings);
            resumed->restore(run->state());
            run = std::move(resumed);
        }
        EXPECT_GT(stops, 10);
        run->stop_when({});
        EXPECT_EQ(finished_bytes(*run), finished_bytes(*whole)) << id;
    }
}

TEST(TrainingRunner, SaysWhatAStopRequestCutsShort) {
    const auto run = small_run("classification", {{"steps", "2"}});
    run->stop_when([] { return true; });
    EXPECT_EQ(run->advance(1000), 0);
    EXPECT_TRUE(run->evaluation_is_due()) << "it stays due";
    EXPECT_TRUE(run->snapshot().metrics.empty());
    run->stop_when({});
    EXPECT_EQ(run->advance(1000), 2);
    run->stop_when([] { return true; });
    EXPECT_THROW((void)run->snapshot({.interventions = true}), Interrupted);
    EXPECT_THROW((void)run->snapshot({.samples = 1}), Interrupted);
    EXPECT_NO_THROW((void)run->snapshot());
}

TEST(TrainingRunner, RefusesTheStateOfAnotherModel) {
    const auto run = small_run("induction");
    run->advance(3);
    const TrainingState before = run->state();
    EXPECT_NE(test::error_of([&] { run->restore(small_run("induction", {{"d", "8"}})->state()); }).find("weights"),
              std::string::npos);
    const auto other = small_run("classification");
    other->advance(3);
    TrainingState of_other_task = before;
    of_other_task.metrics = other->state().metrics;
    EXPECT_EQ(test::error_of([&] { run->restore(of_other_task); }),
              "state: metric \"sink_score\": missing; allowed: shape (2, 2)");
    EXPECT_EQ(run->state(), before) << "nothing was taken";
}

TEST(TrainingRunner, NamesWhatNoRunLeavesInAState) {
    const auto run = small_run("induction");
    run->advance(5);  // evaluated at 0 and 4
    const TrainingState before = run->state();
    const auto complaint = [&](const auto& damage) {
        TrainingState state = before;
        damage(state);
        return test::error_of([&] { run->restore(state); });
    };
    const auto evaluation = [](TrainingState& state, std::string_view name) {
        return std::ranges::find(state.evaluations.series, name, &Series::name);
    };
    EXPECT_EQ(complaint([](auto& state) { state.step = 1000; }), "state: step: 1000 is out of range; allowed: 0 to 12");
    EXPECT_EQ(complaint([](auto& state) { state.evaluated_step = -1; }),
              "state: evaluated_step: -1 is out of range; allowed: 0 to 5");
    EXPECT_EQ(complaint([](auto& state) { state.loss = NAN; }),
              "state: loss: holds a number that is not finite; allowed: finite numbers");
    EXPECT_EQ(complaint([](auto& state) { state.first_moment[3] = NAN; }),
              "state: weights: holds a number that is not finite; allowed: finite numbers");
    EXPECT_EQ(complaint([](auto& state) { state.second_moment[3] = -1; }),
              "state: second_moment: holds a negative number; allowed: means of squares");
    EXPECT_EQ(complaint([](auto& state) { state.metrics.erase("sparsity"); }),
              "state: metric \"sparsity\": missing; allowed: shape (2, 2)");
    EXPECT_EQ(complaint([](auto& state) { state.metrics.at("sparsity") = {{}, {1}}; }),
              "state: metric \"sparsity\": has shape (); allowed: (2, 2)");
    EXPECT_EQ(complaint([](auto& state) { state.metrics.at("massive_max").data[1] = INFINITY; }),
              "state: metric \"massive_max\": holds a number that is not finite; allowed: finite numbers");
    const std::string unknown = complaint([](auto& state) { state.metrics["sparsty"] = {{}, {1}}; });
    EXPECT_TRUE(unknown.starts_with("state: metric: \"sparsty\" is unknown; allowed: accuracy, ")) << unknown;
    EXPECT_TRUE(unknown.ends_with("did you mean \"sparsity\"?")) << unknown;
    EXPECT_EQ(complaint([&](auto& state) { evaluation(state, "accuracy")->name = "last_loss"; }),
              "state: evaluations \"accuracy\": missing; allowed: a series of every name");
    EXPECT_EQ(complaint([](auto& state) { state.evaluations.series.push_back(state.evaluations.series[0]); }),
              "state: evaluations: holds a series twice; allowed: once");
    EXPECT_EQ(complaint([&](auto& state) { evaluation(state, "accuracy")->values.pop_back(); }),
              "state: evaluations \"accuracy\": holds 1 numbers, 1 a step; allowed: 1 for each of 2 steps");
    EXPECT_EQ(complaint([&](auto& state) { evaluation(state, "sparsity")->width = 2; }),
              "state: evaluations \"sparsity\": holds 8 numbers, 2 a step; allowed: 4 for each of 2 steps");
    EXPECT_EQ(complaint([](auto& state) { state.evaluations.steps = {0, 3}; }),
              "state: evaluations: end at step 3; allowed: 4, the evaluated_step");
    EXPECT_EQ(complaint([](auto& state) { state.history.steps[2] = 1; }),
              "state: history: step: 1 is out of range; allowed: 2 to 4");
    EXPECT_EQ(complaint([](auto& state) { state.history.series[2].name = "other_loss"; }),
              "state: history: \"other_loss\" is unknown; allowed: last_loss, loss, others_loss; did you mean "
              "\"others_loss\"?");
    EXPECT_EQ(complaint([](auto& state) { state.history.series[0].values[0] = NAN; }),
              "state: history \"loss\": holds a number that is not finite; allowed: finite numbers");
    EXPECT_EQ(run->state(), before) << "nothing was taken";
}

TEST(TrainingRunner, GoesOnFromAStateBeforeItsFirstEvaluation) {
    const auto whole = small_run("induction");
    const auto run = small_run("induction");
    TrainingState start = whole->state();
    EXPECT_TRUE(std::isnan(start.loss)) << "there was none";
    run->restore(start);
    EXPECT_EQ(finished_bytes(*run), finished_bytes(*whole));
    start.metrics["accuracy"] = {{}, {1}};
    EXPECT_EQ(test::error_of([&] { run->restore(start); }),
              "state: metrics: 1 before the first evaluation; allowed: none");
}

}  // namespace
}  // namespace polarize
