// The counts from which the bands of trajectories are read.

#include "numeric/quantile_sketch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/problems.hpp"

namespace polarize {
namespace {

QuantileSketch sketch_of(const std::vector<double>& values) {
    QuantileSketch sketch;
    for (const double value : values) sketch.add(value);
    return sketch;
}

double exact_quantile(std::vector<double> values, double q) {
    std::ranges::sort(values);
    const double rank = q * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (rank - static_cast<double>(below)) * (values[above] - values[below]);
}

TEST(QuantileSketch, OfNothingHasNoQuantiles) {
    EXPECT_EQ(QuantileSketch().count(), 0);
    EXPECT_TRUE(std::isnan(QuantileSketch().quantile(0.5)));
}

TEST(QuantileSketch, OfOneValueIsExact) {
    for (const double value : {0.0, 0.125, 1.0, 3.3e-7, 1e-300, -0.7, 1e9}) {
        const QuantileSketch sketch = sketch_of({value, value, value});
        for (const double q : {0.0, 0.05, 0.5, 1.0}) EXPECT_EQ(sketch.quantile(q), value) << value;
    }
}

TEST(QuantileSketch, IsRightToWithinABin) {
    std::vector<double> values;
    for (const double exponent : test::random_numbers(20000, -12, 3, 5)) values.push_back(std::pow(10, exponent));
    const QuantileSketch sketch = sketch_of(values);
    for (double q = 0; q <= 1; q += 0.01) {
        const double exact = exact_quantile(values, q);
        // The 20000 values of 15 decades leave gaps of up to about a hundredth between neighbours.
        EXPECT_NEAR(sketch.quantile(q), exact, 0.015 * exact) << q;
    }
}

TEST(QuantileSketch, KeepsOrderAcrossZero) {
    const QuantileSketch sketch = sketch_of({-3, -1, -1e-3, 0, 1e-3, 1, 3});
    EXPECT_NEAR(sketch.quantile(0), -3, 3.0 / 1024);
    EXPECT_NEAR(sketch.quantile(1.0 / 6), -1, 1.0 / 1024);
    EXPECT_NEAR(sketch.quantile(2.0 / 6), -1e-3, 1e-6);
    EXPECT_NEAR(sketch.quantile(0.5), 0, 1e-12);
    EXPECT_NEAR(sketch.quantile(4.0 / 6), 1e-3, 1e-6);
    EXPECT_NEAR(sketch.quantile(1), 3, 3.0 / 1024);
}

TEST(QuantileSketch, DoesNotDependOnOrderOrPartition) {
    const std::vector<double> values = test::random_numbers(1000, -1, 2, 6);
    QuantileSketch merged;
    for (std::size_t part = 0; part < 7; ++part) {
        QuantileSketch sketch;
        for (std::size_t i = part; i < values.size(); i += 7) sketch.add(values[values.size() - 1 - i]);
        merged.merge(sketch);
    }
    const QuantileSketch whole = sketch_of(values);
    EXPECT_EQ(merged.count(), whole.count());
    for (double q = 0; q <= 1; q += 0.05) EXPECT_EQ(merged.quantile(q), whole.quantile(q));
}

}  // namespace
}  // namespace polarize
