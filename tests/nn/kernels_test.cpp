// The kernels of every instruction set against plain formulas in double precision, at sizes that leave something over.

#include "nn/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "nn/problems.hpp"
#include "numeric/aligned.hpp"
#include "numeric/numpy_random.hpp"

namespace polarize {
namespace {

template <class T>
using Numbers = std::vector<T, AlignedAllocator<T>>;

template <class T>
Numbers<T> normals(std::size_t count, std::uint32_t seed) {
    NumpyRandom random(seed);
    Numbers<T> values(count);
    for (T& value : values) value = static_cast<T>(random.normal());
    return values;
}

/// Errors that rounding explains, in multiples of the largest number.
template <class T>
constexpr double kTolerance = 200.0 * std::numeric_limits<T>::epsilon();

class NnKernelsOf : public ::testing::TestWithParam<Isa> {
  protected:
    template <class T>
    const NnKernels<T>& tested() const {
        return nn_kernels<T>(GetParam());
    }

    template <class T>
    void check_product(std::size_t rows, std::size_t columns, std::size_t depth, bool transposes_a,
                       bool packs_b) const {
        const NnKernels<T>& kernels = tested<T>();
        const std::size_t b_row = padded_row(columns);
        const Numbers<T> a = normals<T>(rows * depth, 1);
        Numbers<T> b = normals<T>(depth * b_row, 2);
        const Numbers<T> bias = normals<T>(padded_row(columns) + kernels.panel, 3);
        Numbers<T> packed((columns / kernels.panel + 1) * kernels.panel * depth);
        kernels.pack_panels(depth, columns, b.data(), b_row, 1, packed.data());
        Numbers<T> c = normals<T>(rows * b_row, 4);
        const Numbers<T> before = c;
        kernels.multiply({.rows = rows,
                          .columns = columns,
                          .depth = depth,
                          .a = a.data(),
                          .a_row = transposes_a ? 1 : depth,
                          .a_depth = transposes_a ? rows : 1,
                          .b = packs_b ? packed.data() : b.data(),
                          .b_panel = packs_b ? depth * kernels.panel : kernels.panel,
                          .b_depth = packs_b ? kernels.panel : b_row,
                          .c = c.data(),
                          .c_row = b_row,
                          .bias = bias.data(),
                          .added = c.data(),
                          .added_row = b_row});
        for (std::size_t m = 0; m < rows; ++m)
            for (std::size_t n = 0; n < columns; ++n) {
                double sum = static_cast<double>(bias[n]) + static_cast<double>(before[m * b_row + n]);
                for (std::size_t k = 0; k < depth; ++k)
                    sum += static_cast<double>(transposes_a ? a[k * rows + m] : a[m * depth + k]) *
                           static_cast<double>(b[k * b_row + n]);
                ASSERT_NEAR(static_cast<double>(c[m * b_row + n]), sum,
                            kTolerance<T> * std::sqrt(static_cast<double>(depth) + 2))
                    << rows << " x " << columns << " x " << depth << " at " << m << ", " << n;
            }
    }

    template <class T>
    void check_products() const {
        for (const std::size_t rows : {1U, 2U, 5U, 12U, 13U, 23U, 100U})
            for (const std::size_t columns : {1U, 4U, 16U, 17U, 31U, 33U, 64U, 65U})
                for (const std::size_t depth : {1U, 3U, 32U})
                    for (const bool transposes_a : {false, true})
                        for (const bool packs_b : {false, true})
                            check_product<T>(rows, columns, depth, transposes_a, packs_b);
    }

    /// GELU and its slope over the whole range of Φ, and far beyond.
    template <class T>
    void check_gelu(double tolerance) const {
        Numbers<T> x;
        for (double at = -40; at <= 40; at += 0.0625) x.push_back(static_cast<T>(at));
        x.resize(padded_row(x.size()));
        Numbers<T> y(x.size());
        Numbers<T> slope(x.size());
        tested<T>().gelu(1, x.size(), x.size(), x.data(), y.data(), slope.data());
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto at = static_cast<double>(x[i]);
            const double distribution = 0.5 * std::erfc(-at * std::sqrt(0.5));
            const double density = std::exp(-0.5 * at * at) / std::sqrt(2 * 3.14159265358979323846);
            const double size = std::max(1.0, std::abs(at));
            EXPECT_NEAR(static_cast<double>(y[i]), at * distribution, tolerance * size) << "x = " << at;
            EXPECT_NEAR(static_cast<double>(slope[i]), distribution + at * density, 4 * tolerance) << "x = " << at;
        }
    }

    /// e^x by way of elu(x) + 1, which is e^x below 0.
    template <class T>
    void check_exponential(double tolerance, double lowest) const {
        Numbers<T> x;
        for (double at = 0; at >= lowest; at -= 0.0625) x.push_back(static_cast<T>(at));
        x.resize(padded_row(x.size()), static_cast<T>(lowest * 10));
        Numbers<T> y = x;
        tested<T>().elu_plus_one(1, y.size(), y.size(), y.data());
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double expected = std::exp(static_cast<double>(x[i]));
            EXPECT_NEAR(static_cast<double>(y[i]), expected, tolerance * expected) << "x = " << x[i];
            if (static_cast<double>(x[i]) < lowest) EXPECT_EQ(y[i], T(0));
        }
    }
};

std::string isa_name(const ::testing::TestParamInfo<Isa>& info) {
    std::string text(name(info.param));
    std::ranges::replace(text, '-', '_');
    return text;
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, NnKernelsOf, ::testing::ValuesIn(available_isas()), isa_name);

TEST_P(NnKernelsOf, MultiplyMatricesOfEverySize) {
    check_products<float>();
    check_products<double>();
}

TEST_P(NnKernelsOf, ComputeGeluAndItsSlope) {
    check_gelu<float>(3e-7);
    check_gelu<double>(1e-15);
}

TEST_P(NnKernelsOf, ComputeExponentials) {
    check_exponential<float>(3e-7, -86);
    check_exponential<double>(1e-15, -700);
}

TEST_P(NnKernelsOf, GiveTheGradientsOfTheScalarTwin) {
    for (const AttentionKind kind : test::all_kinds()) {
        const ModelConfig config{
            .vocabulary = 9, .outputs = 21, .d = 36, .layers = 2, .heads = 3, .length = 7, .kind = kind};
        const auto gradient = [&](Isa isa) {
            const Isa active = active_isa();
            select_isa(isa);
            Transformer<float> model(config, 5);
            select_isa(active);
            model.initialise(4);
            const test::Sequences data = test::random_sequences(config, 5, true, 6);
            model.gradient(data.batch(), {.position = 6, .auxiliary = 0.3});
            const std::span<const float> found = model.gradient_buffer();
            return std::vector<float>(found.begin(), found.end());
        };
        const std::vector<float> expected = gradient(Isa::scalar);
        const float largest = *std::ranges::max_element(expected);
        EXPECT_LT(test::largest_relative_difference(gradient(GetParam()), expected, static_cast<double>(largest)), 2e-5)
            << enum_name(kind);
    }
}

}  // namespace
}  // namespace polarize
