// Who won a flow, and when it was polarised.

#include "ensemble/outcome.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace polarize {
namespace {

TEST(JudgeWinner, RanksTheWinnerAmongTheInitialValues) {
    FlowOutcome outcome;
    judge_winner(outcome, {0.1, 0.2, 0.6, 0.1}, {3, 1, 2, 4}, {0, 5, 9, 1});
    EXPECT_EQ(outcome.winner, 2U);
    EXPECT_EQ(outcome.u_rank, 2U);
    EXPECT_EQ(outcome.a_rank, 0U);
}

TEST(JudgeWinner, RanksEqualValuesByTheirIndex) {
    FlowOutcome outcome;
    judge_winner(outcome, {0.1, 0.2, 0.7}, {1, 1, 1}, {0, 0, 0});
    EXPECT_EQ(outcome.u_rank, 2U);
    EXPECT_EQ(outcome.a_rank, 2U);
    judge_winner(outcome, {0.5, 0.2, 0.3}, {1, 1, 1}, {0, 0, 0});
    EXPECT_EQ(outcome.u_rank, 0U);
}

TEST(JudgeWinner, GivesTheWinToNobodyWhereTheLargestWeightIsShared) {
    FlowOutcome outcome;
    judge_winner(outcome, {0.4, 0.2, 0.4}, {1, 1, 1}, {0, 0, 0});
    EXPECT_TRUE(outcome.tied);
    judge_winner(outcome, {0.4, 0.2, 0.3}, {1, 1, 1}, {0, 0, 0});
    EXPECT_FALSE(outcome.tied);
}

TEST(PolarisationClock, IsLinearBetweenMoments) {
    PolarisationClock clock(0.5);
    clock.note(0, 1);
    EXPECT_FALSE(clock.is_polarised());
    EXPECT_TRUE(std::isinf(clock.time()));
    clock.note(10, 0.75);
    clock.note(30, 0.25);
    EXPECT_TRUE(clock.is_polarised());
    EXPECT_EQ(clock.time(), 20);
}

TEST(PolarisationClock, KeepsTheFirstTime) {
    PolarisationClock clock(0.5);
    clock.note(0, 0.6);
    clock.note(1, 0.4);
    const double first = clock.time();
    clock.note(2, 0.9);
    clock.note(3, 0.1);
    EXPECT_EQ(clock.time(), first);
}

TEST(PolarisationClock, StartsPolarised) {
    PolarisationClock clock(0.5);
    clock.note(0, 0.1);
    EXPECT_EQ(clock.time(), 0);
}

TEST(PolarisationClock, TakesTheThresholdItselfForAbove) {
    PolarisationClock clock(0.5);
    clock.note(0, 0.5);
    EXPECT_FALSE(clock.is_polarised());
    clock.note(4, 0.25);
    EXPECT_EQ(clock.time(), 0);
}

TEST(NormalisedEntropy, OfASingleTokenIsZero) {
    EXPECT_EQ(normalised_entropy(0, 0), 0);
    EXPECT_EQ(normalised_entropy(1, 2), 0.5);
}

}  // namespace
}  // namespace polarize
