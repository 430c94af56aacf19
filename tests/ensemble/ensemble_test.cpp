// Ensembles: what they gather of their flows.

#include <polarize/ensemble.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <polarize/isa.hpp>
#include "many_flows.hpp"
#include "support/errors.hpp"

namespace polarize {
namespace {

using test::error_of;
using test::kNoLimit;
using test::outcomes_of;
using test::params_of;
using test::WithIsa;

EnsembleResult finished(const Params& params, const EnsembleSettings& settings, std::int64_t budget = kNoLimit) {
    Ensemble ensemble(params, settings);
    while (!ensemble.done())
        for (std::size_t worker = 0; worker < settings.workers; ++worker) ensemble.advance(budget, worker);
    return ensemble.result();
}

TEST(Ensemble, SumsUpItsFlows) {
    const Params params =
        params_of("logistic", {{"steps", "3000"}, {"V_scale", "0.3"}, {"a_scale", "0.5"}, {"samples", "50"}});
    const EnsembleResult result = finished(params, {.count = 200});
    const std::vector<FlowOutcome> outcomes = outcomes_of(params, 200);
    std::vector<std::int64_t> by_u(8, 0), by_a(8, 0), by_index(8, 0);
    double entropy = 0;
    double least = 10;
    std::uint64_t polarised = 0;
    for (const FlowOutcome& outcome : outcomes) {
        ++by_u[outcome.u_rank];
        ++by_a[outcome.a_rank];
        ++by_index[outcome.winner];
        entropy += outcome.entropy / 200;
        least = std::min(least, outcome.entropy);
        polarised += std::isfinite(outcome.polarised_at) ? 1 : 0;
    }
    EXPECT_EQ(result.count, 200U);
    EXPECT_EQ(result.finished, 200U);
    EXPECT_EQ(result.diverged, 0U);
    EXPECT_EQ(result.wins_by_u_rank, by_u);
    EXPECT_EQ(result.wins_by_a_rank, by_a);
    EXPECT_EQ(result.wins_by_index, by_index);
    EXPECT_EQ(result.entropy.count, 200);
    EXPECT_NEAR(result.entropy.mean, entropy, 1e-13);
    EXPECT_EQ(result.entropy.min, least);
    EXPECT_EQ(std::accumulate(result.entropy_histogram.begin(), result.entropy_histogram.end(), std::int64_t{0}), 200);
    EXPECT_EQ(result.polarised, polarised);
    EXPECT_EQ(result.polarised_at.count, static_cast<std::int64_t>(polarised));
    EXPECT_EQ(result.time_unit, "updates");
    EXPECT_EQ(result.flow_steps, 200 * 3000);
}

TEST(Ensemble, TheLargestInitialValueWinsFromEqualScores) {
    const EnsembleResult result =
        finished(params_of("logistic", {{"steps", "2000"}, {"V_scale", "1"}}), {.count = 300});
    EXPECT_EQ(result.wins_by_u_rank[0], 300);
}

TEST(Ensemble, BandsAreQuantilesOfItsTrajectories) {
    const Params params = params_of("logistic", {{"steps", "2000"}, {"V_scale", "0.3"}, {"samples", "20"}});
    const EnsembleResult result = finished(params, {.count = 41});
    std::vector<Snapshot> runs;
    for (std::uint64_t flow = 0; flow < 41; ++flow) {
        const auto runner = make_runner(test::flow_params(params, flow));
        runner->advance(kNoLimit);
        runs.push_back(runner->snapshot());
    }
    ASSERT_EQ(result.bands.size(), runs[0].history.samples());
    for (std::size_t moment = 0; moment < result.bands.size(); ++moment) {
        const MomentBands& bands = result.bands[moment];
        EXPECT_EQ(bands.time, static_cast<double>(runs[0].history.steps[moment]));
        EXPECT_EQ(bands.flows, 41);
        std::vector<double> entropies;
        std::vector<double> weights;
        for (const Snapshot& run : runs) {
            entropies.push_back(test::series(run, "entropy")[moment] / std::log(8.0));
            weights.push_back(test::series(run, "max_alpha")[moment]);
        }
        std::ranges::sort(entropies);
        std::ranges::sort(weights);
        // 41 flows: the shares are whole ranks.
        EXPECT_NEAR(bands.entropy.low, entropies[2], entropies[2] / 1024);
        EXPECT_NEAR(bands.entropy.median, entropies[20], entropies[20] / 1024);
        EXPECT_NEAR(bands.entropy.high, entropies[38], entropies[38] / 1024);
        EXPECT_NEAR(bands.max_alpha.low, weights[2], weights[2] / 1024);
        EXPECT_NEAR(bands.max_alpha.median, weights[20], weights[20] / 1024);
        EXPECT_NEAR(bands.max_alpha.high, weights[38], weights[38] / 1024);
    }
}

std::vector<Params> kinds_of_ensembles() {
    return {params_of("logistic", {{"steps", "400"}, {"V_scale", "1"}, {"samples", "20"}}),
            params_of("logistic", {{"dynamics", "flow"}, {"until", "tau"}, {"horizon", "20"}, {"samples", "20"}}),
            params_of("logistic", {{"dynamics", "flow"}, {"horizon", "100"}, {"samples", "20"}}),
            params_of("tied", {{"steps", "60"}, {"samples", "20"}})};
}

TEST(Ensemble, HasTheSameBitsForAnyNumberOfWorkers) {
    for (const Params& params : kinds_of_ensembles()) {
        const std::uint64_t count = fits_lanes(run_config(params)) ? 100 : 6;
        const EnsembleResult expected = finished(params, {.count = count});
        for (const std::size_t workers : {std::size_t{2}, std::size_t{3}, std::size_t{8}})
            for (const std::int64_t budget : {std::int64_t{97}, std::int64_t{100000}})
                EXPECT_EQ(finished(params, {.count = count, .workers = workers}, budget), expected)
                    << params.experiment().id << ", " << workers << " workers";
    }
}

TEST(Ensemble, HasTheSameBitsOnEveryInstructionSet) {
    for (const Params& params : kinds_of_ensembles()) {
        const std::uint64_t count = fits_lanes(run_config(params)) ? 50 : 4;
        const EnsembleResult expected = finished(params, {.count = count});
        for (const Isa isa : available_isas()) {
            const WithIsa with_isa(isa);
            EXPECT_EQ(finished(params, {.count = count}), expected) << params.experiment().id << ", " << name(isa);
        }
    }
}

TEST(Ensemble, GrowsByMoreOfTheSameFlows) {
    const Params params = params_of("logistic", {{"steps", "300"}});
    const std::vector<FlowOutcome> few = outcomes_of(params, 10);
    const std::vector<FlowOutcome> many = outcomes_of(params, 60);
    for (std::size_t flow = 0; flow < few.size(); ++flow) EXPECT_TRUE(test::same(few[flow], many[flow]));
}

TEST(Ensemble, OfAnotherSeedHasOtherFlows) {
    const EnsembleResult one = finished(params_of("logistic", {{"steps", "300"}, {"seed", "1"}}), {.count = 50});
    const EnsembleResult other = finished(params_of("logistic", {{"steps", "300"}, {"seed", "2"}}), {.count = 50});
    EXPECT_NE(one.entropy.mean, other.entropy.mean);
}

TEST(Ensemble, CanBeLookedAtHalfway) {
    const Params params = params_of("logistic", {{"steps", "1000"}});
    Ensemble ensemble(params, {.count = 100});
    EXPECT_EQ(ensemble.result().finished, 0U);
    EXPECT_EQ(ensemble.result().entropy.count, 0);
    ensemble.advance(33000);
    const EnsembleResult half = ensemble.result();
    EXPECT_EQ(half.finished, 32U);
    EXPECT_EQ(half.count, 100U);
    EXPECT_EQ(half.entropy.count, 32);
    EXPECT_FALSE(ensemble.done());
    EXPECT_GT(ensemble.progress(), 0.3);
    EXPECT_LT(ensemble.progress(), 0.5);
    while (!ensemble.done()) ensemble.advance(1000);
    EXPECT_EQ(ensemble.result(), finished(params, {.count = 100}));
}

TEST(Ensemble, LeavesDivergedFlowsOut) {
    const EnsembleResult result = finished(params_of("normalisers-square", {{"lr", "1e5"}}), {.count = 4});
    EXPECT_EQ(result.finished, 4U);
    EXPECT_EQ(result.diverged, 4U);
    EXPECT_EQ(result.entropy.count, 0);
    EXPECT_EQ(result.wins_by_index, std::vector<std::int64_t>(10, 0));
}

TEST(Ensemble, CountsStuckFlowsApart) {
    const EnsembleResult result = finished(
        params_of("custom",
                  {{"map", "sum"}, {"dynamics", "flow"}, {"until", "tau"}, {"horizon", "1000"}, {"tol", "1e-4"}}),
        {.count = 4});
    EXPECT_EQ(result.finished, 4U);
    EXPECT_EQ(result.stuck, 4U);
    EXPECT_EQ(result.diverged, 0U);
    EXPECT_EQ(result.entropy.count, 0);
    EXPECT_EQ(result.wins_by_index, std::vector<std::int64_t>(3, 0));
}

TEST(Ensemble, TakesTimeInItsOwnUnit) {
    EXPECT_EQ(time_unit(params_of("logistic")), "updates");
    EXPECT_EQ(time_unit(params_of("logistic", {{"dynamics", "flow"}})), "tau");
    EXPECT_EQ(time_unit(params_of("kl", {{"dynamics", "flow"}})), "t");
    EXPECT_EQ(time_unit(params_of("tied", {{"dynamics", "flow"}})), "t");
}

TEST(Ensemble, RefusesWhatItCannotBe) {
    const Params params = params_of("logistic");
    EXPECT_EQ(error_of([&] { Ensemble(params, {.count = 0}); }),
              "count: 0 flows are out of range; allowed: 1 to 4294967296");
    const std::string memory = error_of([&] { Ensemble(params, {.count = 100000000, .memory_limit = 1e9}); });
    EXPECT_TRUE(
        memory.starts_with("count: 100000000 would take 4.0 GB of memory, and there are 1.0 GB to spare; allowed: "
                           "up to 24"))
        << memory;
    EXPECT_EQ(error_of([&] { Ensemble(params, {.criterion = {.threshold = 0}}); }),
              "threshold: 0 is out of range; allowed: above 0, up to 1");
    const Params square = params_of("normalisers-square", {{"dynamics", "flow"}, {"until", "tau"}});
    EXPECT_NE(error_of([&] { Ensemble(square, {.count = 10}); }).find("until: "), std::string::npos);
}

TEST(Ensemble, RecordsAHundredMomentsUnlessTold) {
    EXPECT_EQ(Ensemble(params_of("logistic"), {.count = 1}).params().integer("samples"), 100);
    EXPECT_EQ(Ensemble(params_of("logistic", {{"samples", "200"}}), {.count = 1}).params().integer("samples"), 200);
}

}  // namespace
}  // namespace polarize
