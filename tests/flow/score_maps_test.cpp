// The maps from scores a to weights alpha, and their vector–Jacobian products.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "flow/kernels.hpp"
#include "flow/model.hpp"
#include "numeric/padding.hpp"
#include "support/compare.hpp"
#include "support/plain_model.hpp"
#include "support/problems.hpp"

namespace polarize {
namespace {

using test::close;
using test::kAllMaps;
using test::random_numbers;
using test::Vector;

constexpr double kSubnormal = std::numeric_limits<double>::denorm_min();

Vector weights(ScoreMap map, const Vector& a) {
    AlignedVector alpha(padded(a.size()));
    kernels().map_forward(map, a.size(), pad_rows(a, 1, a.size()).data(), alpha.data());
    for (std::size_t i = a.size(); i < alpha.size(); ++i) EXPECT_EQ(alpha[i], 0) << "padding must stay zero";
    return unpad_rows(alpha, 1, a.size());
}

Vector backward(ScoreMap map, const Vector& a, const Vector& g) {
    const std::size_t k = a.size();
    AlignedVector grad(padded(k));
    kernels().map_backward(map, k, pad_rows(a, 1, k).data(), pad_rows(weights(map, a), 1, k).data(),
                           pad_rows(g, 1, k).data(), grad.data());
    for (std::size_t i = k; i < grad.size(); ++i) EXPECT_EQ(grad[i], 0) << "padding must stay zero";
    return unpad_rows(grad, 1, k);
}

double total(const Vector& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Scores of both signs, none near 0, whose sum is not near 0 either.
Vector scores(std::size_t k, std::uint64_t seed) {
    return test::random_problem(Loss::logistic, {1, k, 0}, seed).arrays.at("a").data;
}

class ScoreMaps : public ::testing::TestWithParam<ScoreMap> {};

INSTANTIATE_TEST_SUITE_P(All, ScoreMaps, ::testing::ValuesIn(kAllMaps), [](const auto& info) {
    return std::string(kScoreMapNames[static_cast<std::size_t>(info.param)]);
});

TEST_P(ScoreMaps, FollowTheirFormula) {
    for (const std::size_t k : {1U, 2U, 7U, 8U, 9U, 64U, 100U}) {
        const Vector a = scores(k, k);
        EXPECT_TRUE(close(weights(GetParam(), a), test::plain_weights(GetParam(), a), 1e-14)) << k;
    }
}

TEST_P(ScoreMaps, GoBackwardByTheirFormula) {
    for (const std::size_t k : {1U, 2U, 7U, 8U, 9U, 64U, 100U}) {
        const Vector a = scores(k, k);
        const Vector g = random_numbers(k, -1, 1, 2 * k);
        EXPECT_TRUE(close(backward(GetParam(), a, g), test::plain_map_gradient(GetParam(), a, g), 1e-13, 1e-15)) << k;
    }
}

/// ⟨g, σ(a)⟩
double weighted(ScoreMap map, const Vector& a, const Vector& g) {
    const Vector alpha = weights(map, a);
    return std::inner_product(g.begin(), g.end(), alpha.begin(), 0.0);
}

TEST_P(ScoreMaps, GoBackwardAsFiniteDifferencesDo) {
    constexpr double h = 1e-3;
    for (const std::size_t k : {1U, 5U, 9U}) {
        const Vector a = scores(k, k);
        const Vector g = random_numbers(k, -1, 1, 2 * k);
        Vector differences;
        for (std::size_t i = 0; i < k; ++i) {
            const auto at = [&](double offset) {
                Vector moved = a;
                moved[i] += offset;
                return weighted(GetParam(), moved, g);
            };
            differences.push_back((8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h));
        }
        EXPECT_TRUE(close(backward(GetParam(), a, g), differences, 1e-8, 1e-11)) << k;
    }
}

TEST_P(ScoreMaps, GiveWeightsThatSumToOneWhereTheyAreNormalised) {
    if (!is_normalised(GetParam())) GTEST_SKIP() << "elementwise";
    for (const std::size_t k : {1U, 3U, 8U, 100U}) {
        const Vector a = scores(k, k + 7);
        const double missing = GetParam() == ScoreMap::softmax ? 0 : 1e-10;  // ε in the denominator
        EXPECT_NEAR(total(weights(GetParam(), a)), 1, 1e-14 + 100 * missing) << k;
    }
}

TEST_P(ScoreMaps, StayFiniteForExtremeScores) {
    const std::vector<Vector> extremes{{1e300, -1e299, 0},
                                       {1e300, 1e300, 1e300, 1e300, 1e300, 1e300, 1e300, 1e300, 1e300},
                                       {-1e300, -1e300},
                                       {-1e300, -1e299},
                                       {0, 0, 0},
                                       {-0.0, -0.0},
                                       {kSubnormal, -kSubnormal, 2 * kSubnormal},
                                       {1e-300, -1e-300},
                                       {1, -1},
                                       {1e-11, -1e-11},
                                       {0},
                                       {-5},
                                       {1e300}};
    for (const Vector& a : extremes) {
        const Vector g(a.size(), 0.5);
        EXPECT_TRUE(test::all_finite(weights(GetParam(), a))) << ::testing::PrintToString(a);
        EXPECT_TRUE(test::all_finite(backward(GetParam(), a, g))) << ::testing::PrintToString(a);
    }
}

TEST(Softmax, DoesNotChangeWhenAllScoresMoveTogether) {
    Vector a = random_numbers(9, -3, 3, 1);
    for (double& score : a) score = std::round(score * 0x1p20) * 0x1p-20;  // so that adding below is exact
    const Vector expected = weights(ScoreMap::softmax, a);
    for (const double shift : {1.0, -7.0, 250.0, -250.0, 1e3, -1e3, 1e6, -1e6}) {
        Vector moved = a;
        for (double& score : moved) score += shift;
        EXPECT_TRUE(close(weights(ScoreMap::softmax, moved), expected, 1e-15)) << shift;
    }
}

TEST(Softmax, IsExactInTheLimits) {
    EXPECT_EQ(weights(ScoreMap::softmax, {1e300, 0, -1e300}), (Vector{1, 0, 0}));
    EXPECT_EQ(weights(ScoreMap::softmax, {0, 800}), (Vector{0, 1}));
    EXPECT_EQ(weights(ScoreMap::softmax, {-1e300, -1e300}), (Vector{0.5, 0.5}));
    EXPECT_EQ(weights(ScoreMap::softmax, Vector(8, 1e300)), Vector(8, 0.125));
    EXPECT_EQ(weights(ScoreMap::softmax, Vector(4, 0.3)), Vector(4, 0.25));
    EXPECT_EQ(weights(ScoreMap::softmax, {kSubnormal, -kSubnormal}), (Vector{0.5, 0.5}));
    EXPECT_EQ(weights(ScoreMap::softmax, {-1e300}), Vector{1});
}

TEST(Softmax, IsTheSameOnBothSidesOfTheBoundWhereItStartsToShift) {
    const Vector expected = test::plain_weights(ScoreMap::softmax, {0, -1, -2.5});
    for (const double top : {299.0, 300.0, 301.0, -299.0, -301.0})
        EXPECT_TRUE(close(weights(ScoreMap::softmax, {top, top - 1, top - 2.5}), expected, 1e-15)) << top;
}

TEST(Softmax, HasNoGradientAtOneHotWeights) {
    EXPECT_EQ(backward(ScoreMap::softmax, {1000, 0, -1000}, {3, -2, 7}), Vector(3));
}

TEST(Softmax, HasAGradientThatSumsToZero) {
    const Vector a = random_numbers(9, -3, 3, 1);
    EXPECT_NEAR(total(backward(ScoreMap::softmax, a, random_numbers(9, -1, 1, 2))), 0, 1e-16);
}

TEST(Sigmoid, IsExactInTheLimits) {
    EXPECT_EQ(weights(ScoreMap::sigmoid, {1e300, -1e300, 0}), (Vector{1, 0, 0.5}));
    EXPECT_EQ(backward(ScoreMap::sigmoid, {1e300, -1e300, 0}, {1, 1, 1}), (Vector{0, 0, 0.25}));
}

TEST(NormalisedMaps, GiveNoWeightWhenAllScoresAreZero) {
    for (const ScoreMap map : {ScoreMap::l1, ScoreMap::sum, ScoreMap::l2, ScoreMap::relu_norm})
        EXPECT_EQ(weights(map, Vector(5)), Vector(5)) << kScoreMapNames[static_cast<std::size_t>(map)];
}

TEST(NormalisedMaps, OfHugeScoresAreOfTheirRatios) {
    EXPECT_TRUE(close(weights(ScoreMap::l1, {3e299, -1e299}), Vector{0.75, 0.25}, 1e-15));
    EXPECT_TRUE(close(weights(ScoreMap::sum, {3e299, -1e299}), Vector{1.5, -0.5}, 1e-15));
    EXPECT_TRUE(close(weights(ScoreMap::l2, {3e299, -1e299}), Vector{0.9, 0.1}, 1e-15));
    EXPECT_TRUE(close(weights(ScoreMap::relu_norm, {3e299, -1e299, 1e299}), Vector{0.75, 0, 0.25}, 1e-15));
}

TEST(NormalisedMaps, AgreeWhileAllScoresArePositive) {
    const Vector a = random_numbers(11, 0.2, 2, 1);
    const Vector g = random_numbers(11, -1, 1, 2);
    for (const ScoreMap map : {ScoreMap::l1, ScoreMap::relu_norm}) {
        EXPECT_TRUE(test::same_bits(weights(map, a), weights(ScoreMap::sum, a)));
        EXPECT_TRUE(test::same_bits(backward(map, a, g), backward(ScoreMap::sum, a, g)));
    }
}

TEST(L1, HasNoSlopeAtZero) { EXPECT_EQ(backward(ScoreMap::l1, {0, 1}, {1, 0})[0], 0); }

TEST(Relu, IsFlatAtZeroAndBelow) {
    EXPECT_EQ(weights(ScoreMap::relu, {-2, 0, 3}), (Vector{0, 0, 3}));
    EXPECT_EQ(backward(ScoreMap::relu, {-2, 0, 3}, {5, 5, 5}), (Vector{0, 0, 5}));
}

TEST(Identity, PassesScoresAndGradientsOn) {
    EXPECT_EQ(weights(ScoreMap::identity, {-2, 0.5}), (Vector{-2, 0.5}));
    EXPECT_EQ(backward(ScoreMap::identity, {-2, 0.5}, {3, -4}), (Vector{3, -4}));
}

}  // namespace
}  // namespace polarize
