// Which steps are recorded, and the record itself.

#include "run/history.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/reference.hpp"

namespace polarize {
namespace {

using Steps = std::vector<std::int64_t>;

TEST(SampleSteps, StartAtZeroAndEndAtTheLastStep) {
    for (const std::int64_t last : {0LL, 1LL, 2LL, 3LL, 10LL, 12345LL, 1000000LL, 1000000000000LL})
        for (const std::int64_t samples : {2, 3, 17, 200, 100000}) {
            const Steps steps = sample_steps(last, samples);
            EXPECT_EQ(steps.front(), 0);
            EXPECT_EQ(steps.back(), last);
        }
}

TEST(SampleSteps, AreDistinctAndRising) {
    for (const std::int64_t last : {1LL, 2LL, 7LL, 1000LL, 999999LL, 1000000000000LL})
        for (const std::int64_t samples : {2, 5, 200, 100000}) {
            const Steps steps = sample_steps(last, samples);
            EXPECT_EQ(std::ranges::adjacent_find(steps, std::greater_equal<>()), steps.end())
                << last << ", " << samples;
            EXPECT_LE(steps.size(), static_cast<std::size_t>(samples) + 1) << last << ", " << samples;
        }
}

TEST(SampleSteps, HoldThePowersOfTenOfADecadeGrid) {
    EXPECT_EQ(sample_steps(1000000, 7), (Steps{0, 1, 10, 100, 1000, 10000, 100000, 1000000}));
    EXPECT_EQ(sample_steps(1000000000000, 13).at(12), 100000000000);
}

TEST(SampleSteps, AreEvenInTheLogarithm) {
    const Steps steps = sample_steps(100000000, 50);
    const double ratio = std::pow(1e8, 1.0 / 49);
    for (std::size_t i = 30; i + 1 < steps.size(); ++i)
        EXPECT_NEAR(static_cast<double>(steps[i + 1]) / static_cast<double>(steps[i]), ratio, 1e-3 * ratio);
}

TEST(SampleSteps, AreAllStepsOfAShortRun) { EXPECT_EQ(sample_steps(5, 100), (Steps{0, 1, 2, 3, 4, 5})); }

TEST(SampleSteps, OfNoStepsAreTheStartAlone) { EXPECT_EQ(sample_steps(0, 200), Steps{0}); }

TEST(SampleSteps, OfTwoSamplesAreTheFirstAndTheLastStep) { EXPECT_EQ(sample_steps(1000, 2), (Steps{0, 1, 1000})); }

// Beyond the start, the published run recorded after these updates.
TEST(SampleSteps, ReproduceThePublishedSchedule) {
    Steps recorded{0};
    for (const double step : test::reference_values("logistic/history_updates"))
        recorded.push_back(static_cast<std::int64_t>(step));
    EXPECT_EQ(sample_steps(1000000, 2000), recorded);
}

TEST(History, TakesSeriesInTheOrderTheyFirstCome) {
    History history;
    const std::vector<double> alpha{0.25, 0.75};
    const double loss = 2;
    history.steps.push_back(0);
    append(history, "loss", &loss, 1);
    append(history, "alpha", alpha.data(), 2);
    history.steps.push_back(5);
    append(history, "loss", &loss, 1);
    append(history, "alpha", alpha.data(), 2);
    ASSERT_EQ(history.series.size(), 2U);
    EXPECT_EQ(history.series[0], (Series{"loss", 1, {2, 2}}));
    EXPECT_EQ(history.series[1], (Series{"alpha", 2, {0.25, 0.75, 0.25, 0.75}}));
    EXPECT_EQ(history.samples(), 2U);
    EXPECT_EQ(history.find("alpha"), &history.series[1]);
    EXPECT_EQ(history.find("beta"), nullptr);
}

TEST(History, HasATailFromAnySample) {
    const History history{{0, 1, 10}, {{"loss", 1, {3, 2, 1}}, {"alpha", 2, {1, 2, 3, 4, 5, 6}}}};
    EXPECT_EQ(tail(history, 0), history);
    EXPECT_EQ(tail(history, 1), (History{{1, 10}, {{"loss", 1, {2, 1}}, {"alpha", 2, {3, 4, 5, 6}}}}));
    EXPECT_EQ(tail(history, 3), (History{{}, {{"loss", 1, {}}, {"alpha", 2, {}}}}));
    EXPECT_EQ(tail(history, 99), tail(history, 3));
}

}  // namespace
}  // namespace polarize
