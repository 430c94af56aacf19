#include "ticks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace polarize::ui {
namespace {

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
    std::vector<std::string> texts;
    for (const Tick& tick : ticks) texts.push_back(tick.label);
    return texts;
}

using Texts = std::vector<std::string>;

TEST(LinearTicks, AreRoundAndWithinTheAxis) {
    EXPECT_EQ(labels(linear_ticks(0, 1, 200, 36)), (Texts{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
    EXPECT_EQ(labels(linear_ticks(-1.3, 5.1, 200, 60)), (Texts{"0", "2", "4"}));
}

TEST(LinearTicks, KeepTheirDistance) {
    for (const double span : {1e-7, 0.3, 1.0, 7.7, 1234.0, 3e9}) {
        const std::vector<Tick> ticks = linear_ticks(0.1 * span, 1.1 * span, 300, 40);
        ASSERT_GE(ticks.size(), 2U) << span;
        for (std::size_t i = 1; i < ticks.size(); ++i) {
            EXPECT_GE((ticks[i].position - ticks[i - 1].position) / span * 300, 40 - 1e-6);
        }
    }
}

TEST(LinearTicks, OfAnAxisWithoutLengthAreNone) {
    EXPECT_TRUE(linear_ticks(1, 1, 300, 40).empty());
    EXPECT_TRUE(linear_ticks(0, std::nan(""), 300, 40).empty());
}

TEST(LinearTicks, AreFewWhereTheEndsDifferInTheirLastBitsAlone) {
    for (const double high : {1.0, 1e-300, 1e300})
        EXPECT_LE(linear_ticks(std::nextafter(high, 0), high, 300, 40).size(), 30U) << high;
}

TEST(LogarithmicTicks, AreAllDecadesWhereThereIsRoom) {
    EXPECT_EQ(labels(logarithmic_ticks(0, 4, 400, 40)), (Texts{"10⁴", "10³", "100", "10", "1"}));
    EXPECT_EQ(labels(logarithmic_ticks(-5.2, -2.9, 300, 40)), (Texts{"10⁻³", "10⁻⁴", "10⁻⁵"}));
}

TEST(LogarithmicTicks, SkipDecadesWhereThereIsNot) {
    EXPECT_EQ(labels(logarithmic_ticks(0, 6, 120, 36)), (Texts{"10⁶", "10⁴", "100", "1"}));
    EXPECT_EQ(labels(logarithmic_ticks(0, 434, 300, 40)), (Texts{"10⁴⁰⁰", "10³⁰⁰", "10²⁰⁰", "10¹⁰⁰", "1"}));
}

TEST(LogarithmicTicks, OfLessThanADecadeAreRoundNumbers) {
    const std::vector<Tick> ticks = logarithmic_ticks(std::log10(2.0), std::log10(9.0), 300, 60);
    EXPECT_EQ(labels(ticks), (Texts{"2", "4", "6", "8"}));
    EXPECT_DOUBLE_EQ(ticks[1].position, std::log10(4.0));
}

TEST(TickText, WritesPowersOfTenAsSuch) {
    EXPECT_EQ(tick_text(1000), "10³");
    EXPECT_EQ(tick_text(100), "100");
    EXPECT_EQ(tick_text(0.001), "10⁻³");
    EXPECT_EQ(tick_text(2000), "2000");
    EXPECT_EQ(tick_text(-0.5), "−0.5");
    EXPECT_EQ(tick_text(0), "0");
}

}  // namespace
}  // namespace polarize::ui
