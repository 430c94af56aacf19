// Flows shared out among workers: every one is the run of its own parameters, whoever computes it.

#include "ensemble/flow_workers.hpp"

#include <gtest/gtest.h>

#include "many_flows.hpp"
#include "support/errors.hpp"

namespace polarize {
namespace {

using test::kNoLimit;
using test::outcomes_of;
using test::params_of;

/// Each flow against its own run. Numbers agree to `tolerance`, times to `time_tolerance` of themselves.
void expect_runs(const Params& params, std::uint64_t flows, double tolerance, double time_tolerance) {
    const std::vector<FlowOutcome> outcomes = outcomes_of(params, flows);
    for (std::uint64_t flow = 0; flow < flows; ++flow) {
        const auto runner = make_runner(test::flow_params(params, flow));
        const std::vector<double> u = runner->snapshot().u;
        const std::vector<double> a = runner->snapshot().a;
        runner->advance(kNoLimit);
        const Snapshot run = runner->snapshot();
        const FlowOutcome& outcome = outcomes[static_cast<std::size_t>(flow)];
        ASSERT_EQ(run.status, RunStatus::finished);
        EXPECT_FALSE(outcome.diverged);
        EXPECT_EQ(outcome.winner, static_cast<std::uint32_t>(run.winner)) << flow;
        std::uint32_t larger_u = 0;
        std::uint32_t larger_a = 0;
        for (const double value : u) larger_u += value > u[outcome.winner] ? 1 : 0;
        for (const double value : a) larger_a += value > a[outcome.winner] ? 1 : 0;
        EXPECT_EQ(outcome.u_rank, larger_u);
        if (a != std::vector<double>(a.size(), a[0])) EXPECT_EQ(outcome.a_rank, larger_a);
        EXPECT_NEAR(outcome.entropy, run.entropy, tolerance) << flow;
        EXPECT_NEAR(outcome.max_alpha, run.max_alpha, tolerance) << flow;
        EXPECT_NEAR(outcome.loss, run.loss, tolerance) << flow;
        EXPECT_EQ(outcome.end, run.flow ? run.flow->tau : static_cast<double>(run.step));
        const double polarised_at = test::polarisation_in(run, 0.5);
        if (std::isfinite(polarised_at)) EXPECT_NEAR(outcome.polarised_at, polarised_at, time_tolerance * polarised_at);
        else EXPECT_TRUE(std::isinf(outcome.polarised_at));
    }
}

TEST(FlowsAbreast, AreTheLanesOfABlock) {
    EXPECT_EQ(flows_abreast(params_of("logistic", {})), 32U);
    EXPECT_EQ(flows_abreast(params_of("logistic", {{"dynamics", "flow"}, {"until", "tau"}, {"horizon", "100"}})), 8U);
    EXPECT_EQ(flows_abreast(params_of("kl", {})), 1U);
}

TEST(FlowWorkers, LanesComputeTheRunsOfTheirSeeds) {
    for (const char* train : {"both", "V", "a"}) {
        const Params params =
            params_of("logistic",
                      {{"steps", "3000"}, {"V_scale", "0.3"}, {"a_scale", "0.5"}, {"samples", "60"}, {"train", train}});
        ASSERT_TRUE(fits_lanes(run_config(params)));
        expect_runs(params, 40, 1e-12, 1e-10);
    }
    expect_runs(params_of("normalisers-logistic", {{"steps", "2000"}}), 10, 1e-12, 1e-10);
    expect_runs(params_of("normalisers-logistic", {{"steps", "2000"}, {"temperature", "0.4"}}), 10, 1e-12, 1e-10);
    expect_runs(params_of("custom", {{"steps", "500"}, {"k", "3"}, {"d", "5"}}), 40, 1e-12, 1e-10);
}

TEST(FlowWorkers, LanesComputeTheFlowsOfTheirSeeds) {
    const Params params = params_of("logistic", {{"dynamics", "flow"},
                                                 {"until", "tau"},
                                                 {"horizon", "100"},
                                                 {"a_scale", "0.5"},
                                                 {"samples", "60"},
                                                 {"tol", "1e-11"}});
    ASSERT_TRUE(fits_lanes(run_config(params)));
    expect_runs(params, 20, 1e-8, 1e-7);
    Params hot = params;
    hot.set("temperature", 2.0);
    expect_runs(hot, 20, 1e-8, 1e-7);
}

TEST(FlowWorkers, RunnersComputeAllOtherRuns) {
    const std::vector<Params> all{
        params_of("logistic", {{"steps", "500"}, {"map", "l2"}, {"a_scale", "0.5"}}),
        params_of("logistic", {{"steps", "500"}, {"optimiser", "momentum"}, {"lr", "0.5"}}),
        params_of("logistic", {{"dynamics", "flow"}, {"horizon", "1e4"}, {"V_scale", "1"}}),
        params_of("normalisers-square", {{"steps", "500"}}),
        params_of("normalisers-logistic", {{"steps", "500"}, {"map", "sparsemax"}}),
        params_of("tied", {{"steps", "500"}}),
        params_of("conditioning", {{"steps", "300"}, {"kappa", "20"}}),
        params_of("kl", {{"steps", "300"}}),
        params_of("kl", {{"dynamics", "flow"}, {"horizon", "100"}, {"samples", "30"}}),
    };
    for (const Params& params : all) {
        ASSERT_FALSE(fits_lanes(run_config(params)));
        expect_runs(params, 4, 0, 1e-13);
    }
}

void expect_the_same_however_shared(const Params& params, std::uint64_t flows,
                                    const PolarisationCriterion& criterion = {}) {
    const std::vector<FlowOutcome> expected = outcomes_of(params, flows, 1, kNoLimit, criterion);
    struct Way {
        std::size_t workers;
        std::int64_t budget;
    };
    for (const Way way : {Way{1, 100}, Way{2, 1}, Way{3, 1777}, Way{5, 12345}}) {
        const std::vector<FlowOutcome> outcomes = outcomes_of(params, flows, way.workers, way.budget, criterion);
        for (std::size_t flow = 0; flow < outcomes.size(); ++flow)
            EXPECT_TRUE(test::same(outcomes[flow], expected[flow])) << way.workers << " workers, flow " << flow;
    }
}

TEST(FlowWorkers, DoNotChangeTheFlowsTheyShare) {
    expect_the_same_however_shared(params_of("logistic", {{"steps", "300"}, {"V_scale", "1"}}), 77);
    expect_the_same_however_shared(params_of("logistic", {{"dynamics", "flow"}, {"until", "tau"}, {"horizon", "20"}}),
                                   30);
    expect_the_same_however_shared(params_of("normalisers-square", {{"steps", "100"}}), 7);
}

TEST(FlowWorkers, RefillLanesWhoseFlowsEndEarly) {
    const PolarisationCriterion criterion{.threshold = 0.5, .ends_flow = true};
    const Params params = params_of("logistic", {{"steps", "5000"}, {"V_scale", "1"}, {"samples", "40"}});
    expect_the_same_however_shared(params, 100, criterion);
    const std::vector<FlowOutcome> early = outcomes_of(params, 100, 1, kNoLimit, criterion);
    const std::vector<FlowOutcome> whole = outcomes_of(params, 100);
    int shorter = 0;
    for (std::size_t flow = 0; flow < early.size(); ++flow) {
        EXPECT_EQ(early[flow].polarised_at, whole[flow].polarised_at);
        EXPECT_GE(early[flow].end, early[flow].polarised_at < 5000 ? early[flow].polarised_at : 5000);
        shorter += early[flow].end < whole[flow].end ? 1 : 0;
    }
    EXPECT_GT(shorter, 90);
}

TEST(FlowWorkers, EndRunsOfRunnersEarlyToo) {
    const PolarisationCriterion criterion{.threshold = 0.5, .ends_flow = true};
    const Params params = params_of("tied", {{"steps", "2000"}, {"samples", "100"}});
    const std::vector<FlowOutcome> early = outcomes_of(params, 5, 1, 50, criterion);
    const std::vector<FlowOutcome> whole = outcomes_of(params, 5);
    for (std::size_t flow = 0; flow < early.size(); ++flow) {
        EXPECT_EQ(early[flow].polarised_at, whole[flow].polarised_at);
        EXPECT_LT(early[flow].end, 2000);
        EXPECT_GT(early[flow].entropy, whole[flow].entropy);
    }
}

TEST(FlowWorkers, LookAtTheEndAloneWhereNothingIsRecorded) {
    const Params params = params_of("logistic", {{"steps", "3000"}, {"V_scale", "1"}});
    const std::vector<FlowOutcome> whole = outcomes_of(params, 20);
    const std::vector<FlowOutcome> ends = outcomes_of(params, 20, 1, kNoLimit, {}, false);
    for (std::size_t flow = 0; flow < ends.size(); ++flow) {
        EXPECT_EQ(ends[flow].entropy, whole[flow].entropy);
        EXPECT_EQ(ends[flow].loss, whole[flow].loss);
    }
}

TEST(FlowWorkers, FlowsOfNoStepsEndAtOnce) {
    for (const FlowOutcome& outcome : outcomes_of(params_of("logistic", {{"steps", "0"}}), 50)) {
        EXPECT_EQ(outcome.end, 0);
        EXPECT_DOUBLE_EQ(outcome.entropy, std::log(8));
    }
    for (const FlowOutcome& outcome : outcomes_of(params_of("kl", {{"steps", "0"}}), 3)) EXPECT_EQ(outcome.steps, 0);
}

TEST(FlowWorkers, CallFlowsThatStopBeingFiniteDiverged) {
    for (const FlowOutcome& outcome : outcomes_of(params_of("normalisers-square", {{"lr", "1e5"}}), 5))
        EXPECT_TRUE(outcome.diverged);
    // u of 1e300 and steps of 1e6 overflow.
    const Params lanes = params_of("logistic", {{"V_scale", "1e6"}, {"lr", "1e6"}, {"steps", "200"}});
    for (const FlowOutcome& outcome : outcomes_of(lanes, 40)) EXPECT_TRUE(std::isfinite(outcome.entropy));
}

TEST(FlowWorkers, ProgressRisesToOne) {
    const Params params = params_of("logistic", {{"steps", "1000"}});
    FlowWorkers workers(
        {.flows = 100, .config = test::configs_of(params), .finished = [](std::uint64_t, const FlowOutcome&) {}}, 2);
    double before = workers.progress();
    EXPECT_EQ(before, 0);
    while (!workers.done()) {
        for (std::size_t worker = 0; worker < 2; ++worker) workers.advance(worker, 3000);
        EXPECT_GE(workers.progress(), before);
        before = workers.progress();
    }
    EXPECT_EQ(before, 1);
    EXPECT_EQ(workers.advance(0, 1000), 0);
}

/// Starting all lanes of large flows would take long; a call does only some of them.
TEST(FlowWorkers, ReturnBeforeAllLargeStartsAreDrawn) {
    const Params params = params_of("logistic", {{"k", "1000"}, {"d", "1000"}, {"steps", "1"}});
    int drawn = 0;
    FlowWorkers workers({.flows = 1000,
                         .config =
                             [&](std::uint64_t flow) {
                                 ++drawn;
                                 return test::configs_of(params)(flow);
                             },
                         .finished = [](std::uint64_t, const FlowOutcome&) {}},
                        1);
    drawn = 0;
    EXPECT_EQ(workers.advance(0, 1000000), 1);
    EXPECT_EQ(drawn, 1);
    EXPECT_FALSE(workers.done());
}

TEST(FlowWorkers, AdvanceByAboutTheirBudget) {
    const Params params = params_of("logistic", {{"steps", "1e9"}});
    FlowWorkers workers(
        {.flows = 1000, .config = test::configs_of(params), .finished = [](std::uint64_t, const FlowOutcome&) {}}, 1);
    for (const std::int64_t budget : {1, 100, 10000, 100000}) {
        const std::int64_t made = workers.advance(0, budget);
        EXPECT_GE(made, budget);
        EXPECT_LE(made, budget + 64);
    }
}

}  // namespace
}  // namespace polarize
