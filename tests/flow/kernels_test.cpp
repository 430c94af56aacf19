// Every kernel gives the same bits on every instruction set: what a size leaves over, padding and the order of sums do
// not depend on the width of the machine's registers.

#include "flow/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "flow/model.hpp"
#include "numeric/padding.hpp"
#include "support/compare.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"

namespace polarize {
namespace {

using test::kAllLosses;
using test::kAllMaps;
using test::kAllTrained;
using test::random_numbers;
using test::same_bits;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Around every multiple of the lane count that takes another way through a kernel.
constexpr std::array<std::size_t, 15> kSizes{1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100};

constexpr std::array<test::Sizes, 8> kModelSizes{
    {{1, 1, 1}, {3, 5, 2}, {8, 8, 8}, {7, 9, 5}, {10, 10, 20}, {9, 63, 7}, {33, 17, 41}, {5, 100, 3}}};

std::vector<Isa> vector_isas() {
    std::vector<Isa> isas = available_isas();
    std::erase(isas, Isa::scalar);
    return isas;
}

std::string parameter_name(const ::testing::TestParamInfo<Isa>& info) {
    std::string text(name(info.param));
    std::ranges::replace(text, '-', '_');
    return text;
}

class KernelsOf : public ::testing::TestWithParam<Isa> {
  protected:
    const FlowKernels& tested = kernels(GetParam());
    const FlowKernels& scalar = kernels(Isa::scalar);
};

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(KernelsOf);  // a build may hold the scalar kernels alone
INSTANTIATE_TEST_SUITE_P(InstructionSets, KernelsOf, ::testing::ValuesIn(vector_isas()), parameter_name);

AlignedVector padded_numbers(std::size_t size, double low, double high, std::uint64_t seed) {
    return pad_rows(random_numbers(size, low, high, seed), 1, size);
}

/// Scores that take a map through its usual way, its shifted one and its scaled one.
std::vector<AlignedVector> score_vectors(std::size_t k) {
    std::vector<AlignedVector> vectors{padded_numbers(k, -2, 2, k), padded_numbers(k, -700, 700, k + 1),
                                       padded_numbers(k, -1e300, 1e300, k + 2),
                                       padded_numbers(k, -1e-310, 1e-310, k + 3), AlignedVector(padded(k), 0.0)};
    return vectors;
}

TEST_P(KernelsOf, AgreeOnExp) {
    AlignedVector x = padded_numbers(4096, -800, 800, 1);
    const std::vector<double> special{
        0.0,    -0.0,    1e300, -1e300, kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN(),
        1e-320, -1e-320, -708,  -708.5, 709.7,     709.8};
    std::ranges::copy(special, x.begin());
    AlignedVector expected(x.size());
    AlignedVector actual(x.size());
    scalar.exp(x.size(), x.data(), expected.data());
    tested.exp(x.size(), x.data(), actual.data());
    EXPECT_TRUE(same_bits(actual, expected));
}

TEST_P(KernelsOf, AgreeOnScoreMaps) {
    for (const Weighting map : kAllMaps)
        for (const std::size_t k : kSizes)
            for (const AlignedVector& a : score_vectors(k)) {
                const AlignedVector g = padded_numbers(k, -1, 1, 3 * k);
                AlignedVector alpha(padded(k)), expected_alpha(padded(k)), grad(padded(k)), expected_grad(padded(k));
                scalar.map_forward(map, k, a.data(), expected_alpha.data());
                scalar.map_backward(map, k, a.data(), expected_alpha.data(), g.data(), expected_grad.data());
                tested.map_forward(map, k, a.data(), alpha.data());
                tested.map_backward(map, k, a.data(), alpha.data(), g.data(), grad.data());
                ASSERT_TRUE(same_bits(alpha, expected_alpha)) << test::case_name(Loss::logistic, map) << ", k = " << k;
                ASSERT_TRUE(same_bits(grad, expected_grad)) << test::case_name(Loss::logistic, map) << ", k = " << k;
            }
}

TEST_P(KernelsOf, AgreeOnProductsWithAMatrix) {
    for (const std::size_t rows : kSizes)
        for (const std::size_t columns : kSizes) {
            const AlignedVector M = pad_rows(random_numbers(rows * columns, -1, 1, rows + columns), rows, columns);
            const AlignedVector x = padded_numbers(columns, -1, 1, columns);
            const AlignedVector y = padded_numbers(rows, -1, 1, rows);
            AlignedVector product(rows), expected_product(rows), transposed(padded(columns)),
                expected_transposed(padded(columns));
            scalar.multiply(rows, columns, M.data(), x.data(), expected_product.data());
            tested.multiply(rows, columns, M.data(), x.data(), product.data());
            scalar.multiply_transposed(rows, columns, M.data(), y.data(), expected_transposed.data());
            tested.multiply_transposed(rows, columns, M.data(), y.data(), transposed.data());
            ASSERT_TRUE(same_bits(product, expected_product)) << rows << " × " << columns;
            ASSERT_TRUE(same_bits(transposed, expected_transposed)) << rows << " × " << columns;
        }
}

TEST_P(KernelsOf, AgreeOnNorms) {
    for (const std::size_t size : kSizes)
        for (const double scale : {1e-300, 1e-5, 1.0, 1e100, 1e299}) {
            const AlignedVector x = padded_numbers(size, -scale, scale, size);
            EXPECT_EQ(tested.norm(size, x.data()), scalar.norm(size, x.data())) << size << ", " << scale;
        }
}

/// The numbers of an observation, for comparing.
std::vector<double> numbers_of(const Observation& seen) {
    return {seen.loss, seen.margin, seen.grad_V, seen.grad_a, seen.beta_norm};
}

void expect_same_look(const Look& actual, const Look& expected, const std::string& where) {
    ASSERT_TRUE(same_bits(numbers_of(actual.numbers), numbers_of(expected.numbers))) << where;
    ASSERT_TRUE(same_bits(actual.alpha, expected.alpha)) << where;
    ASSERT_TRUE(same_bits(actual.u, expected.u)) << where;
}

void expect_same_state(const FlowModel& actual, const FlowModel& expected, const std::string& where) {
    for (std::size_t i = 0; i < expected.state().size(); ++i)
        ASSERT_TRUE(same_bits(*actual.state()[i].second, *expected.state()[i].second))
            << where << ", " << expected.state()[i].first;
}

TEST_P(KernelsOf, AgreeOnTheValueModel) {
    for (const Loss loss : kAllLosses)
        for (const Weighting map : kAllMaps)
            for (const Train train : kAllTrained)
                for (const test::Sizes& sizes : kModelSizes) {
                    const std::string where = test::case_name(loss, map, train) + ", k = " + std::to_string(sizes.k);
                    const ValueProblem problem = test::random_problem(loss, sizes, 7);
                    std::unique_ptr<ValueModel> expected;
                    {
                        const test::WithIsa selected(Isa::scalar);
                        expected = test::model_of(problem, map, train, 0.05);
                    }
                    const test::WithIsa selected(GetParam());
                    const auto actual = test::model_of(problem, map, train, 0.05);
                    ASSERT_EQ(actual->isa(), GetParam());
                    expect_same_look(actual->observe(), expected->observe(), where);
                    actual->descend(20);
                    expected->descend(20);
                    expect_same_state(*actual, *expected, where);
                    expect_same_look(actual->observe(), expected->observe(), where);
                }
}

TEST_P(KernelsOf, AgreeOnTheTiedModel) {
    for (const Weighting map : kAllMaps)
        for (const Train train : kAllTrained)
            for (const std::size_t D : kSizes) {
                const std::string where = test::case_name(Loss::logistic, map, train) + ", D = " + std::to_string(D);
                const Arrays arrays = test::random_tied_arrays(D, 11);
                std::unique_ptr<TiedModel> expected;
                {
                    const test::WithIsa selected(Isa::scalar);
                    expected = test::tied_model_of(arrays, map, train, 0.05);
                }
                const test::WithIsa selected(GetParam());
                const auto actual = test::tied_model_of(arrays, map, train, 0.05);
                expect_same_look(actual->observe(), expected->observe(), where);
                actual->descend(20);
                expected->descend(20);
                expect_same_state(*actual, *expected, where);
                expect_same_look(actual->observe(), expected->observe(), where);
            }
}

TEST_P(KernelsOf, AgreeOnTheRatesOfGradientFlow) {
    for (const Loss loss : kAllLosses)
        for (const Weighting map : kAllMaps)
            for (const Train train : kAllTrained) {
                const auto model = test::model_of(test::random_problem(loss, {9, 17, 5}, 12), map, train, 1);
                const std::size_t V_size = model->state()[0].second->size();
                const std::size_t a_size = model->state()[1].second->size();
                AlignedVector V_rate(V_size), a_rate(a_size), expected_V_rate(V_size), expected_a_rate(a_size);
                scalar.value_rate(model->view(), expected_V_rate.data(), expected_a_rate.data());
                tested.value_rate(model->view(), V_rate.data(), a_rate.data());
                ASSERT_TRUE(same_bits(V_rate, expected_V_rate)) << test::case_name(loss, map, train);
                ASSERT_TRUE(same_bits(a_rate, expected_a_rate)) << test::case_name(loss, map, train);
            }
}

TEST_P(KernelsOf, AgreeOnTheRatesOfTheTiedFlow) {
    for (const Weighting map : kAllMaps)
        for (const Train train : kAllTrained) {
            const auto model = test::tied_model_of(test::random_tied_arrays(17, 13), map, train, 1);
            const std::size_t U_size = model->state()[0].second->size();
            const std::size_t a_size = model->state()[1].second->size();
            AlignedVector U_rate(U_size), a_rate(a_size), expected_U_rate(U_size), expected_a_rate(a_size);
            scalar.tied_rate(model->view(), expected_U_rate.data(), expected_a_rate.data());
            tested.tied_rate(model->view(), U_rate.data(), a_rate.data());
            ASSERT_TRUE(same_bits(U_rate, expected_U_rate)) << test::case_name(Loss::logistic, map, train);
            ASSERT_TRUE(same_bits(a_rate, expected_a_rate)) << test::case_name(Loss::logistic, map, train);
        }
}

TEST_P(KernelsOf, AgreeOnTheRatesOfTheRescaledFlow) {
    for (const Weighting map : kAllMaps)
        for (const Train train : kAllTrained)
            for (const std::size_t k : kSizes) {
                const AlignedVector u = padded_numbers(k, -2, 2, k);
                const AlignedVector a = padded_numbers(k, 0.1, 2, k + 1);
                const double clock = 0.7;
                std::vector<std::vector<double>> rates;
                for (const FlowKernels* set : {&tested, &scalar}) {
                    AlignedVector u_rate(padded(k)), a_rate(padded(k)), alpha(padded(k));
                    double clock_rate = 0;
                    set->rescaled_rate({.map = map,
                                        .train = train,
                                        .k = k,
                                        .teacher_squared = 1.5,
                                        .u = u.data(),
                                        .a = a.data(),
                                        .clock = &clock,
                                        .u_rate = u_rate.data(),
                                        .a_rate = a_rate.data(),
                                        .clock_rate = &clock_rate,
                                        .alpha = alpha.data()});
                    rates.emplace_back(u_rate.begin(), u_rate.end());
                    rates.back().insert(rates.back().end(), a_rate.begin(), a_rate.end());
                    rates.back().push_back(clock_rate);
                }
                ASSERT_TRUE(same_bits(rates[0], rates[1]))
                    << test::case_name(Loss::logistic, map, train) << ", k = " << k;
            }
}

TEST(Kernels, OfTheActiveInstructionSetAreTheDefault) {
    for (const Isa isa : available_isas()) {
        const test::WithIsa selected(isa);
        EXPECT_EQ(&kernels(), &kernels(isa));
    }
}

TEST(Kernels, TakeTheNormOfHugeNumbersWithoutOverflow) {
    for (const Isa isa : available_isas()) {
        const AlignedVector x = pad_rows({3e300, -4e300}, 1, 2);
        EXPECT_TRUE(test::close(kernels(isa).norm(2, x.data()), 5e300, 1e-15)) << name(isa);
    }
}

TEST(Kernels, MultiplyAsTheFormulaSays) {
    for (const std::size_t rows : kSizes)
        for (const std::size_t columns : kSizes) {
            const std::vector<double> M = random_numbers(rows * columns, -1, 1, rows + columns);
            const std::vector<double> x = random_numbers(columns, -1, 1, columns);
            const std::vector<double> y = random_numbers(rows, -1, 1, rows);
            std::vector<double> expected_product(rows), expected_transposed(columns);
            for (std::size_t i = 0; i < rows; ++i)
                for (std::size_t j = 0; j < columns; ++j) {
                    expected_product[i] += M[i * columns + j] * x[j];
                    expected_transposed[j] += M[i * columns + j] * y[i];
                }
            AlignedVector product(rows), transposed(padded(columns));
            const AlignedVector padded_M = pad_rows(M, rows, columns);
            kernels().multiply(rows, columns, padded_M.data(), pad_rows(x, 1, columns).data(), product.data());
            kernels().multiply_transposed(rows, columns, padded_M.data(), pad_rows(y, 1, rows).data(),
                                          transposed.data());
            ASSERT_TRUE(test::close(product, expected_product, 0, 1e-13)) << rows << " × " << columns;
            ASSERT_TRUE(test::close(unpad_rows(transposed, 1, columns), expected_transposed, 0, 1e-13))
                << rows << " × " << columns;
        }
}

TEST(PaddedRows, ComeBackAsTheyWere) {
    for (const std::size_t columns : kSizes) {
        const std::vector<double> M = random_numbers(3 * columns, -1, 1, columns);
        const AlignedVector rows = pad_rows(M, 3, columns);
        EXPECT_EQ(rows.size(), 3 * padded(columns));
        EXPECT_EQ(unpad_rows(rows, 3, columns), M);
        for (std::size_t j = columns; j < padded(columns); ++j) EXPECT_EQ(rows[j], 0);
    }
}

}  // namespace
}  // namespace polarize
