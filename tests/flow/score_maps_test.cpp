// The maps from scores a to weights alpha, and their vector–Jacobian products.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <vector>

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

Vector weights(Weighting map, const Vector& a) {
    AlignedVector alpha(padded(a.size()));
    kernels().map_forward(map, a.size(), pad_rows(a, 1, a.size()).data(), alpha.data());
    for (std::size_t i = a.size(); i < alpha.size(); ++i) EXPECT_EQ(alpha[i], 0) << "padding must stay zero";
    return unpad_rows(alpha, 1, a.size());
}

Vector backward(Weighting map, const Vector& a, const Vector& g) {
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

class ScoreMaps : public ::testing::TestWithParam<Weighting> {};

INSTANTIATE_TEST_SUITE_P(All, ScoreMaps, ::testing::ValuesIn(kAllMaps),
                         [](const auto& info) { return test::name_of(info.param); });

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
double weighted(Weighting map, const Vector& a, const Vector& g) {
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

/// The maps whose weights sum to one.
std::vector<Weighting> normalised_maps() {
    std::vector<Weighting> maps;
    std::ranges::copy_if(kAllMaps, std::back_inserter(maps),
                         [](const Weighting& map) { return traits(map.map).is_normalised; });
    return maps;
}

class NormalisedScoreMaps : public ::testing::TestWithParam<Weighting> {};

INSTANTIATE_TEST_SUITE_P(All, NormalisedScoreMaps, ::testing::ValuesIn(normalised_maps()),
                         [](const auto& info) { return test::name_of(info.param); });

TEST_P(NormalisedScoreMaps, GiveWeightsThatSumToOne) {
    for (const std::size_t k : {1U, 3U, 8U, 100U}) {
        const Vector a = scores(k, k + 7);
        const double missing = traits(GetParam().map).is_shift_invariant ? 0 : 1e-10;  // ε in the denominator
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

TEST(Softmax, DividesScoresByItsTemperature) {
    const Vector a{1, -0.5, 2};
    const Vector g{1, 2, -1};
    for (const double T : {0.25, 0.5, 2.0, 8.0}) {
        Vector scaled = a;
        for (double& score : scaled) score /= T;
        EXPECT_TRUE(test::same_bits(weights({ScoreMap::softmax, T}, a), weights(ScoreMap::softmax, scaled))) << T;
        Vector slower = backward({ScoreMap::softmax, T}, a, g);
        for (double& rate : slower) rate *= T;
        EXPECT_TRUE(test::same_bits(slower, backward(ScoreMap::softmax, scaled, g))) << T;
    }
}

TEST(Weighting, HasATemperatureForSoftmaxAlone) {
    EXPECT_EQ(Weighting(ScoreMap::l2, 5.0), Weighting(ScoreMap::l2));
    EXPECT_NE(Weighting(ScoreMap::softmax, 5.0), Weighting(ScoreMap::softmax));
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

TEST(SoftmaxPlusOne, IsExactInTheLimits) {
    EXPECT_EQ(weights(ScoreMap::softmax_plus_one, {0}), Vector{0.5});
    EXPECT_EQ(weights(ScoreMap::softmax_plus_one, Vector(3)), Vector(3, 0.25));
    EXPECT_EQ(weights(ScoreMap::softmax_plus_one, {1e300, 0, -1e300}), (Vector{1, 0, 0}));
    EXPECT_EQ(weights(ScoreMap::softmax_plus_one, {-1e300, -800}), (Vector{0, 0}));
}

TEST(SoftmaxPlusOne, IsSoftmaxWithOneMoreTokenOfScoreZero) {
    for (const double top : {-20.0, 0.0, 3.0, 299.0, 305.0}) {
        const Vector with_zero = weights(ScoreMap::softmax, {top, top - 1, top - 2.5, 0});
        EXPECT_TRUE(close(weights(ScoreMap::softmax_plus_one, {top, top - 1, top - 2.5}),
                          Vector(with_zero.begin(), with_zero.end() - 1), 1e-15, 1e-300))
            << top;
    }
}

TEST(Softpick, GivesNothingToScoresOfAtMostZero) {
    EXPECT_EQ(weights(ScoreMap::softpick, {-2, 0, -1e300}), Vector(3));
    EXPECT_TRUE(close(weights(ScoreMap::softpick, {std::log(2), std::log(0.5)}), Vector{1 / 1.5, 0}, 1e-9));
    EXPECT_EQ(weights(ScoreMap::softpick, {1e300, 0, -1e300}), (Vector{1, 0, 0}));
    EXPECT_EQ(weights(ScoreMap::softpick, {400, 400}), (Vector{0.5, 0.5}));
}

TEST(Softpick, KeepsThePrecisionOfSmallScores) {
    const Vector small = weights(ScoreMap::softpick, {2e-5, 1e-5});
    EXPECT_NEAR(small[0] / small[1], std::expm1(2e-5) / std::expm1(1e-5), 1e-15 * 4);
}

TEST(Softpick, RaisesScoresBelowZeroThatOnlyCountInTheNorm) {
    const Vector grad = backward(ScoreMap::softpick, {1, -1}, {1, 0});
    EXPECT_GT(grad[1], 0);
    EXPECT_EQ(backward(ScoreMap::softpick, {0, 0}, {1, -1}), Vector(2));
}

TEST(Sparsemax, IsTheNearestPointOfTheSimplex) {
    EXPECT_EQ(weights(ScoreMap::sparsemax, {1, 0.5, -1}), (Vector{0.75, 0.25, 0}));
    EXPECT_EQ(weights(ScoreMap::sparsemax, {0.25, 0.75}), (Vector{0.25, 0.75})) << "a point of the simplex stays";
    EXPECT_EQ(weights(ScoreMap::sparsemax, Vector(8, 1e300)), Vector(8, 0.125));
    EXPECT_EQ(weights(ScoreMap::sparsemax, {3, 2, 1.5}), (Vector{1, 0, 0})) << "a lead of 1 is enough";
    EXPECT_EQ(weights(ScoreMap::sparsemax, {1e300, 0, -1e300}), (Vector{1, 0, 0}));
    EXPECT_EQ(weights(ScoreMap::sparsemax, {-1e300}), Vector{1});
}

TEST(Sparsemax, MovesTheTokensThatHaveWeightAlone) {
    EXPECT_EQ(backward(ScoreMap::sparsemax, {1, 0.5, -1}, {3, 1, 100}), (Vector{1, -1, 0}));
}

TEST(Entmax15, LiesBetweenSoftmaxAndSparsemax) {
    EXPECT_EQ(weights(ScoreMap::entmax15, Vector(4, 7.0)), Vector(4, 0.25));
    EXPECT_EQ(weights(ScoreMap::entmax15, {4, 2, 1}), (Vector{1, 0, 0})) << "a lead of 2 is enough";
    EXPECT_EQ(weights(ScoreMap::entmax15, {1e300, 0, -1e300}), (Vector{1, 0, 0}));
    EXPECT_EQ(weights(ScoreMap::entmax15, {-1e300}), Vector{1});
    const Vector a{0.9, 0.4, 0.1, -0.3};
    const double middle = weights(ScoreMap::entmax15, a)[0];
    EXPECT_GT(middle, weights(ScoreMap::softmax, a)[0]);
    EXPECT_LT(middle, weights(ScoreMap::sparsemax, a)[0]);
}

TEST(SparseMaps, DoNotChangeWhenAllScoresMoveTogether) {
    Vector a = random_numbers(9, -3, 3, 1);
    for (double& score : a) score = std::round(score * 0x1p20) * 0x1p-20;  // so that adding below is exact
    for (const ScoreMap map : {ScoreMap::sparsemax, ScoreMap::entmax15})
        for (const double shift : {1.0, -250.0, 1e3, 1e6}) {
            Vector moved = a;
            for (double& score : moved) score += shift;
            EXPECT_TRUE(test::same_bits(weights(map, moved), weights(map, a))) << test::name_of(map) << shift;
        }
}

TEST(NormalisedMaps, GiveNoWeightWhenAllScoresAreZero) {
    for (const ScoreMap map : {ScoreMap::l1, ScoreMap::sum, ScoreMap::l2, ScoreMap::relu_norm})
        EXPECT_EQ(weights(map, Vector(5)), Vector(5)) << test::name_of(map);
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
