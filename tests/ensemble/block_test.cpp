// The lanes of one block: the same flows as the full model's, the same bits wherever they are computed.

#include "flow/ensemble_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "flow/continuous_flow.hpp"
#include "flow/weights.hpp"
#include "ode/integrator.hpp"
#include "simd/elementary.hpp"
#include "support/compare.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::close;
using test::random_numbers;
using test::same_bits;
using test::WithIsa;

constexpr std::array<std::size_t, 8> kTokenCounts{1, 2, 3, 7, 8, 9, 33, 100};
constexpr double kInfinity = std::numeric_limits<double>::infinity();

ReducedFlow random_flow(std::size_t k, double score_size, std::uint64_t seed) {
    return {.u = random_numbers(k, -1, 1, seed),
            .a = random_numbers(k, -score_size, score_size, seed + 1),
            .teacher_squared = 1.5,
            .train = static_cast<Train>(seed % 3)};
}

/// A block of flows with scores that take the softmax through its usual way and its shifted one.
EnsembleBlock descent_block(std::size_t k) {
    EnsembleBlock block(k, EnsembleBlock::kDescentGroups);
    constexpr std::array<double, 4> sizes{1, 250, 500, 1e5};
    for (std::size_t lane = 0; lane < block.lanes(); ++lane)
        block.start_descent(lane, random_flow(k, sizes[lane % 4], lane), 0.01 * static_cast<double>(lane + 1));
    return block;
}

std::vector<double> numbers_of(const EnsembleBlock& block, std::size_t lane) {
    std::vector<double> numbers{block.margin(lane), block.max_alpha(lane), block.entropy(lane), block.tau(lane)};
    for (const auto& values : {block.u(lane), block.a(lane), block.alpha(lane)})
        numbers.insert(numbers.end(), values.begin(), values.end());
    return numbers;
}

std::vector<double> numbers_of(const EnsembleBlock& block) {
    std::vector<double> all;
    for (std::size_t lane = 0; lane < block.lanes(); ++lane) {
        const std::vector<double> numbers = numbers_of(block, lane);
        all.insert(all.end(), numbers.begin(), numbers.end());
    }
    return all;
}

/// The problem whose reduction is wanted, and that reduction.
struct Reduced {
    std::unique_ptr<ValueModel> model;
    ReducedFlow flow;
};

Reduced reduced_problem(std::size_t d, std::size_t k, Train train, double lr, std::uint64_t seed) {
    Reduced result{test::model_of(test::random_problem(Loss::logistic, {d, k, 0}, seed), ScoreMap::softmax, train, lr),
                   {}};
    const Look look = result.model->observe();
    result.flow = {
        .u = look.u, .a = look.a, .teacher_squared = look.direction_norm * look.direction_norm, .train = train};
    return result;
}

TEST(EnsembleBlock, DescendsAsTheFullModelDoes) {
    constexpr double lr = 0.1;
    for (const Train train : test::kAllTrained) {
        for (const std::size_t k : {std::size_t{1}, std::size_t{3}, std::size_t{8}, std::size_t{33}}) {
            Reduced problem = reduced_problem(k + 3, k, train, lr, k);
            EnsembleBlock block(k, EnsembleBlock::kDescentGroups);
            block.start_descent(11, problem.flow, lr);
            for (const std::int64_t steps : {0, 1, 50, 2000}) {
                problem.model->descend(steps);
                block.descend(steps);
                block.observe();
                const Look look = problem.model->observe();
                EXPECT_TRUE(close(block.u(11), look.u, 1e-12)) << k;
                EXPECT_TRUE(close(block.a(11), look.a, 1e-12)) << k;
                EXPECT_TRUE(close(block.alpha(11), look.alpha, 1e-12)) << k;
                EXPECT_NEAR(block.margin(11), look.numbers.margin, 1e-12 * (1 + std::abs(look.numbers.margin)));
                EXPECT_NEAR(block.entropy(11), entropy(look.alpha), 1e-13);
                const std::vector<double> alpha = block.alpha(11);
                EXPECT_EQ(block.max_alpha(11), *std::ranges::max_element(alpha));
            }
        }
    }
}

TEST(EnsembleBlock, DescendsToTheSameBitsOnEveryInstructionSet) {
    for (const std::size_t k : kTokenCounts) {
        std::vector<double> expected;
        for (const Isa isa : available_isas()) {
            const WithIsa with_isa(isa);
            EnsembleBlock block = descent_block(k);
            block.descend(200);
            block.observe();
            const std::vector<double> numbers = numbers_of(block);
            if (isa == Isa::scalar) expected = numbers;
            EXPECT_TRUE(same_bits(numbers, expected)) << name(isa) << ", k = " << k;
            EXPECT_TRUE(test::all_finite(numbers)) << k;
        }
    }
}

TEST(EnsembleBlock, DescentDoesNotDependOnTheLaneOrItsNeighbours) {
    for (const std::size_t k : kTokenCounts) {
        EnsembleBlock together = descent_block(k);
        together.descend(150);
        together.observe();
        for (std::size_t lane = 0; lane < together.lanes(); lane += 3) {
            EnsembleBlock alone(k, 1);
            constexpr std::array<double, 4> sizes{1, 250, 500, 1e5};
            alone.start_descent(5, random_flow(k, sizes[lane % 4], lane), 0.01 * static_cast<double>(lane + 1));
            for (int part = 0; part < 3; ++part) alone.descend(50);
            alone.observe();
            EXPECT_TRUE(same_bits(numbers_of(alone, 5), numbers_of(together, lane))) << k << ", lane " << lane;
        }
    }
}

TEST(EnsembleBlock, OneFlowThatIsNotFiniteLeavesTheOthersAlone) {
    EnsembleBlock block = descent_block(8);
    ReducedFlow broken = random_flow(8, 1, 9);
    broken.u[3] = kInfinity;
    broken.a[2] = std::numeric_limits<double>::quiet_NaN();
    block.start_descent(4, broken, 0.1);
    block.descend(100);
    block.observe();
    EXPECT_FALSE(std::isfinite(block.margin(4)));

    EnsembleBlock sound = descent_block(8);
    sound.descend(100);
    sound.observe();
    for (std::size_t lane = 0; lane < block.lanes(); ++lane)
        if (lane != 4) EXPECT_TRUE(same_bits(numbers_of(block, lane), numbers_of(sound, lane))) << lane;
}

/// Scores that leave the range of doubles in a single update must not come back as something else.
TEST(EnsembleBlock, LeapsOfTheScoresAreNotLost) {
    EnsembleBlock block(2, 1);
    for (const double lr : {1e2, 1e3, 2e3, 5e3, 1e4, 1e6}) {
        block.start_descent(0, {.u = {1, -1}, .a = {0, 0}, .teacher_squared = 0, .train = Train::a_only}, lr);
        block.descend(1);
        block.observe();
        // lr · sigmoid(0)/2 for the first score, as much less for the other.
        EXPECT_EQ(block.a(0), (std::vector<double>{lr / 4, -lr / 4}));
        EXPECT_EQ(block.alpha(0)[0], 1) << lr;
        EXPECT_GE(block.alpha(0)[1], 0) << lr;
        EXPECT_LE(block.alpha(0)[1], 2e-22) << lr;
    }
}

TEST(EnsembleBlock, FreeLanesStayAtRest) {
    EnsembleBlock block(3, 1);
    block.start_descent(2, random_flow(3, 1, 1), 0.1);
    block.clear(2);
    block.descend(100);
    block.observe();
    for (std::size_t lane = 0; lane < block.lanes(); ++lane) {
        EXPECT_EQ(block.u(lane), std::vector<double>(3, 0.0));
        EXPECT_EQ(block.a(lane), std::vector<double>(3, 0.0));
    }
}

// The rescaled flow.

/// Integrates all of a block's flows to `stop`.
void integrate_all(EnsembleBlock& block, std::size_t flows, double stop) {
    for (std::size_t lane = 0; lane < flows; ++lane) block.set_stop(lane, stop);
    const auto all_arrived = [&] {
        for (std::size_t lane = 0; lane < flows; ++lane)
            if (block.tau(lane) < stop) return false;
        return true;
    };
    while (!all_arrived()) block.integrate(100);
    block.observe();
}

/// u and a of the model's own flow at `tau`, by the method of order 8.
std::vector<double> exact_flow(ValueModel& model, double tau) {
    const auto flow = make_continuous_flow(model);
    Integrator integrator(flow->system(), flow->state(-kInfinity), 0, {.tolerance = 1e-13});
    while (integrator.time() < tau) EXPECT_EQ(integrator.step(), StepResult::accepted);
    AlignedVector state(flow->system().size());
    integrator.interpolate(tau, state);
    flow->load(state);
    const Look look = model.observe();
    std::vector<double> numbers = look.u;
    numbers.insert(numbers.end(), look.a.begin(), look.a.end());
    return numbers;
}

TEST(EnsembleBlock, FlowsAsTheFullModelDoes) {
    for (const Train train : test::kAllTrained) {
        for (const double tau : {0.5, 30.0, 300.0}) {
            Reduced problem = reduced_problem(8, 5, train, 0.1, 3);
            EnsembleBlock block(5, 1);
            block.start_flow(6, problem.flow, 1e-12);
            for (std::size_t lane = 0; lane < 6; ++lane) block.start_flow(lane, problem.flow, 1e-9);
            integrate_all(block, 7, tau);
            const std::vector<double> exact = exact_flow(*problem.model, tau);
            for (const std::size_t lane : {std::size_t{0}, std::size_t{6}}) {
                std::vector<double> numbers = block.u(lane);
                const std::vector<double> a = block.a(lane);
                numbers.insert(numbers.end(), a.begin(), a.end());
                EXPECT_TRUE(close(numbers, exact, lane == 6 ? 1e-10 : 1e-7)) << tau;
            }
        }
    }
}

TEST(EnsembleBlock, FlowsToTheSameBitsOnEveryInstructionSetAndInEveryLane) {
    for (const std::size_t k : kTokenCounts) {
        std::vector<double> expected;
        for (const Isa isa : available_isas()) {
            const WithIsa with_isa(isa);
            EnsembleBlock block(k, 1);
            for (std::size_t lane = 0; lane < block.lanes(); ++lane)
                block.start_flow(lane, random_flow(k, lane % 2 == 0 ? 1 : 600, lane), 1e-8);
            integrate_all(block, block.lanes(), 40);
            const std::vector<double> numbers = numbers_of(block);
            if (isa == Isa::scalar) expected = numbers;
            EXPECT_TRUE(same_bits(numbers, expected)) << name(isa) << ", k = " << k;
            EXPECT_TRUE(test::all_finite(numbers)) << k;

            EnsembleBlock alone(k, 1);
            alone.start_flow(1, random_flow(k, 1, 4), 1e-8);
            alone.set_stop(1, 40);
            while (alone.tau(1) < 40) alone.integrate(7);
            alone.observe();
            EXPECT_TRUE(same_bits(numbers_of(alone, 1), numbers_of(block, 4))) << k;
        }
    }
}

/// s_j tau² → 2/k for every loser. Single losers get there as slowly as tau^(−2/k), where they differ by some per cent
/// at tau = 1e5; their mean is there long before. The numbers themselves are right to the tolerance.
TEST(EnsembleBlock, LosersFadeAsTheoryHasIt) {
    constexpr double tau = 1e5;
    Reduced problem = reduced_problem(8, 8, Train::both, 0.1, 4);
    EnsembleBlock block(8, 1);
    block.start_flow(0, problem.flow, 1e-9);
    integrate_all(block, 1, tau);
    exact_flow(*problem.model, tau);
    const std::vector<double> exact = problem.model->observe().alpha;
    const std::vector<double> alpha = block.alpha(0);
    const std::size_t winner = argmax(alpha);
    double total = 0;
    double spread = 0;
    for (std::size_t j = 0; j < 8; ++j) {
        if (j == winner) continue;
        EXPECT_NEAR(alpha[j], exact[j], 1e-6 * exact[j]) << j;
        total += alpha[j] * tau * tau * problem.flow.teacher_squared;
        spread = std::max(spread, std::abs(alpha[j] * tau * tau * problem.flow.teacher_squared - 2.0 / 8));
    }
    EXPECT_NEAR(total / 7, 2.0 / 8, 1e-3);
    EXPECT_GT(spread, 5e-3);
}

TEST(EnsembleBlock, AFlowThatCannotBeFollowedEndsNotFinite) {
    EnsembleBlock block(2, 1);
    block.start_flow(0, {.u = {1e308, -1e308}, .a = {0, 0}, .teacher_squared = 1, .train = Train::both}, 1e-9);
    block.set_stop(0, 10);
    for (int call = 0; call < 100 && block.tau(0) < 10; ++call) block.integrate(1000);
    EXPECT_EQ(block.tau(0), 10);
    block.observe();
    EXPECT_FALSE(std::isfinite(block.margin(0)));
}

}  // namespace
}  // namespace polarize
