// Singular values, and matrices of a chosen condition number.

#include "numeric/singular_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/compare.hpp"
#include "support/problems.hpp"
#include "support/reference.hpp"

namespace polarize {
namespace {

using test::close;
using test::random_numbers;

/// linspace(1, 1/kappa, count)
std::vector<double> evenly_spaced(double kappa, std::size_t count) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(count == 1 ? 1
                                    : 1 + (1 / kappa - 1) * static_cast<double>(i) / static_cast<double>(count - 1));
    return values;
}

TEST(SingularValues, OfADiagonalAreTheMagnitudesInOrder) {
    EXPECT_TRUE(close(singular_values({0.5, 0, 0, 0, -3, 0, 0, 0, 2}, 3, 3), std::vector<double>{3, 2, 0.5}, 1e-15));
}

TEST(SingularValues, OfAnOuterProductAreOneNumberAndZeros) {
    const std::vector<double> x{1, -2, 3, 0.5};
    const std::vector<double> y{2, 1, -1};
    std::vector<double> M;
    for (const double row : x)
        for (const double column : y) M.push_back(row * column);
    const double norms = std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0) *
                                   std::inner_product(y.begin(), y.end(), y.begin(), 0.0));
    EXPECT_TRUE(close(singular_values(M, 4, 3), std::vector<double>{norms, 0, 0}, 1e-14));
}

TEST(SingularValues, HaveTheMatrixsSumOfSquaresAndAreSorted) {
    for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 7}, {7, 1}, {5, 9}, {9, 5}, {40, 40}}) {
        const auto m = static_cast<std::size_t>(rows);
        const auto n = static_cast<std::size_t>(columns);
        const std::vector<double> M = random_numbers(m * n, -1, 1, m + 100 * n);
        const std::vector<double> values = singular_values(M, m, n);
        ASSERT_EQ(values.size(), std::min(m, n));
        EXPECT_TRUE(std::ranges::is_sorted(values, std::greater<>()));
        EXPECT_GE(values.back(), 0);
        EXPECT_TRUE(close(std::inner_product(values.begin(), values.end(), values.begin(), 0.0),
                          std::inner_product(M.begin(), M.end(), M.begin(), 0.0), 1e-13));
    }
}

TEST(SingularValues, OfZeroAreZero) {
    EXPECT_EQ(singular_values(std::vector<double>(12), 3, 4), std::vector<double>(3));
}

TEST(ConditionNumber, IsAsAskedFor) {
    for (const double kappa : {1.0, 2.0, 5.0, 1e6, 1e12})
        for (const auto& [rows, columns] : {std::pair{20, 20}, {6, 11}, {11, 6}, {1, 4}}) {
            const auto m = static_cast<std::size_t>(rows);
            const auto n = static_cast<std::size_t>(columns);
            const std::vector<double> M = with_condition_number(random_numbers(m * n, -1, 1, 3), m, n, kappa);
            EXPECT_TRUE(close(singular_values(M, m, n), evenly_spaced(kappa, std::min(m, n)), 1e-13))
                << kappa << " " << m << " " << n;
        }
}

TEST(ConditionNumber, OfOneMakesAnOrthogonalMatrix) {
    constexpr std::size_t n = 6;
    const std::vector<double> Q = with_condition_number(random_numbers(n * n, -1, 1, 4), n, n, 1);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            double product = 0;
            for (std::size_t l = 0; l < n; ++l) product += Q[i * n + l] * Q[j * n + l];
            EXPECT_NEAR(product, i == j ? 1 : 0, 1e-14);
        }
}

// diag(5, 4, 3) has the unit vectors for singular vectors; they stay when the values are replaced.
TEST(ConditionNumber, KeepsTheSingularVectors) {
    const std::vector<double> M = with_condition_number({5, 0, 0, 0, 4, 0, 0, 0, 3}, 3, 3, 2);
    EXPECT_TRUE(close(M, std::vector<double>{1, 0, 0, 0, 0.75, 0, 0, 0, 0.5}, 1e-15));
}

TEST(ConditionNumber, OfThePublishedMatricesIsReproduced) {
    // Replacing the values of a matrix that already has them changes nothing.
    for (const int kappa : {1, 3, 5}) {
        const Array X = test::reference("conditioning/kappa" + std::to_string(kappa) + "_X");
        EXPECT_TRUE(close(singular_values(X.data, 20, 20), evenly_spaced(kappa, 20), 1e-13)) << kappa;
        EXPECT_TRUE(close(with_condition_number(X.data, 20, 20, kappa), X.data, 1e-13)) << kappa;
    }
}

}  // namespace
}  // namespace polarize
