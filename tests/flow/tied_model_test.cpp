// The tied model alpha = σ(U a), beta = U alpha with the logistic loss: one matrix makes scores and values.

#include "flow/tied_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/compare.hpp"
#include "support/plain_model.hpp"
#include "support/problems.hpp"

namespace polarize {
namespace {

using test::close;
using test::kAllMaps;
using test::kAllTrained;
using test::name_of;
using test::PlainTiedModel;
using test::random_tied_arrays;
using test::tied_model_of;
using test::Vector;

double norm(const Vector& x) { return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0)); }

/// The way the array moved in an update of step size 1: its gradient.
Vector gradient(const Arrays& arrays, Weighting map, const std::string& array) {
    const auto model = tied_model_of(arrays, map, Train::both, 1);
    model->descend(1);
    Vector result = arrays.at(array).data;
    const Vector moved = model->parameters().at(array).data;
    for (std::size_t i = 0; i < result.size(); ++i) result[i] -= moved[i];
    return result;
}

TEST(TiedModel, MovesAgainstTheGradientOfItsLoss) {
    constexpr double h = 1e-3;
    for (const Weighting map : kAllMaps)
        for (const char* array : {"U", "a"}) {
            const Arrays arrays = random_tied_arrays(5, 41);
            Vector differences;
            for (std::size_t i = 0; i < arrays.at(array).data.size(); ++i) {
                const auto at = [&](double offset) {
                    Arrays moved = arrays;
                    moved.at(array).data[i] += offset;
                    return tied_model_of(moved, map, Train::both, 1)->observe().numbers.loss;
                };
                differences.push_back((8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h));
            }
            EXPECT_TRUE(close(gradient(arrays, map, array), differences, 1e-8, 1e-11)) << name_of(map) << ", " << array;
        }
}

TEST(TiedModel, ObservesTheNormsOfItsGradients) {
    for (const Weighting map : kAllMaps) {
        const Arrays arrays = random_tied_arrays(9, 42);
        const Observation seen = tied_model_of(arrays, map, Train::both, 1)->observe().numbers;
        EXPECT_TRUE(close(seen.grad_V, norm(gradient(arrays, map, "U")), 1e-12)) << name_of(map);
        EXPECT_TRUE(close(seen.grad_a, norm(gradient(arrays, map, "a")), 1e-12)) << name_of(map);
    }
}

TEST(TiedModel, AgreesWithPlainLoopsOverItsFormulas) {
    for (const Weighting map : kAllMaps)
        for (const Train train : kAllTrained)
            for (const std::size_t D : {1U, 3U, 8U, 9U, 17U}) {
                const Arrays arrays = random_tied_arrays(D, 43);
                const auto model = tied_model_of(arrays, map, train, 0.05);
                PlainTiedModel plain(arrays, map, train);
                model->descend(25);
                plain.descend(0.05, 25);
                EXPECT_TRUE(close(model->parameters().at("U").data, test::flat(plain.U), 1e-12))
                    << name_of(map) << ", D = " << D;
                EXPECT_TRUE(close(model->parameters().at("a").data, plain.a, 1e-12)) << name_of(map) << ", D = " << D;
                EXPECT_TRUE(close(model->observe().numbers.loss, plain.loss(), 1e-12)) << name_of(map) << ", D = " << D;
            }
}

TEST(TiedModel, LeavesWhatIsNotTrainedUntouched) {
    const Arrays arrays = random_tied_arrays(9, 44);
    const auto U_only = tied_model_of(arrays, ScoreMap::softmax, Train::V_only, 0.1);
    const auto a_only = tied_model_of(arrays, ScoreMap::softmax, Train::a_only, 0.1);
    U_only->descend(10);
    a_only->descend(10);
    EXPECT_EQ(U_only->parameters().at("a"), arrays.at("a"));
    EXPECT_NE(U_only->parameters().at("U"), arrays.at("U"));
    EXPECT_EQ(a_only->parameters().at("U"), arrays.at("U"));
    EXPECT_NE(a_only->parameters().at("a"), arrays.at("a"));
}

TEST(TiedModel, ObservesTheWinnersColumnAndTheLargestOfTheOthers) {
    const auto model = tied_model_of(random_tied_arrays(9, 45), ScoreMap::softmax, Train::both, 0.05);
    model->descend(500);
    const Look look = model->observe();
    const Array U = model->value_matrix();
    Vector columns(9, 0.0);
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t j = 0; j < 9; ++j) columns[j] = std::hypot(columns[j], U.data[i * 9 + j]);
    const auto winner = std::ranges::max_element(look.alpha) - look.alpha.begin();
    const double top = columns[static_cast<std::size_t>(winner)];
    columns.erase(columns.begin() + winner);

    ASSERT_EQ(look.extra.size(), 2U);
    EXPECT_EQ(look.extra[0].first, "top_column_norm");
    EXPECT_TRUE(close(look.extra[0].second, top, 1e-14));
    EXPECT_EQ(look.extra[1].first, "other_column_norm");
    EXPECT_TRUE(close(look.extra[1].second, std::ranges::max(columns), 1e-14));
}

TEST(TiedModel, OfOneTokenHasNoOtherColumn) {
    const Look look = tied_model_of(random_tied_arrays(1, 46), ScoreMap::softmax, Train::both, 0.05)->observe();
    EXPECT_EQ(look.extra[1].second, 0);
    EXPECT_EQ(look.alpha, Vector{1});
}

TEST(TiedModel, MakesTheWinnersColumnAMassiveActivation) {
    const auto model = tied_model_of(random_tied_arrays(10, 47), ScoreMap::softmax, Train::both, 0.05);
    model->descend(10000);
    const Look look = model->observe();
    EXPECT_GT(look.extra[0].second, 3 * look.extra[1].second);
    EXPECT_GT(std::ranges::max(look.alpha), 0.98);
}

}  // namespace
}  // namespace polarize
