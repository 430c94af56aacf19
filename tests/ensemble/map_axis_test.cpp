// The axes of a phase map.

#include <polarize/phase_map.hpp>

#include <gtest/gtest.h>

#include "support/errors.hpp"

namespace polarize {
namespace {

using test::error_of;

MapAxis axis(std::string_view text) { return parse_axis("x", text, find_experiment("conditioning")); }
std::string refusal(std::string_view text) {
    return error_of([&] { axis(text); });
}

TEST(MapAxis, IsEvenlySpaced) {
    const MapAxis x = axis("V_scale=1:3:5");
    EXPECT_EQ(x, (MapAxis{.name = "V_scale", .low = 1, .high = 3, .count = 5}));
    EXPECT_EQ(x.value(0), 1);
    EXPECT_EQ(x.value(1), 1.5);
    EXPECT_EQ(x.value(4), 3);
}

TEST(MapAxis, IsEvenlySpacedInTheLogarithm) {
    const MapAxis x = axis("kappa=1:100:3:log");
    EXPECT_TRUE(x.logarithmic);
    EXPECT_EQ(x.value(0), 1);
    EXPECT_NEAR(x.value(1), 10, 1e-13);
    EXPECT_EQ(x.value(2), 100);
}

TEST(MapAxis, RoundsWholeNumbers) {
    const MapAxis x = axis("k=1:4:3");
    EXPECT_TRUE(x.whole);
    EXPECT_EQ(x.value(1), 3);  // 2.5
    EXPECT_EQ(axis("k=2:16:4:log").value(2), 8);
}

TEST(MapAxis, StaysWithinItsEnds) {
    const MapAxis x = axis("kappa=1.1:1e12:1000:log");
    double before = 0;
    for (std::size_t i = 0; i < x.count; ++i) {
        EXPECT_GT(x.value(i), before);
        EXPECT_LE(x.value(i), 1e12);
        before = x.value(i);
    }
}

TEST(MapAxis, MayHaveASingleValue) {
    EXPECT_EQ(axis("kappa=5:5:1").value(0), 5);
    EXPECT_EQ(axis("kappa=5:7:1").value(0), 5);
}

TEST(MapAxis, RefusesWhatIsNoAxis) {
    const std::string form = "is not an axis; allowed: NAME=LOW:HIGH:COUNT or NAME=LOW:HIGH:COUNT:log";
    for (const char* text : {"", "kappa", "kappa=", "kappa=1:2", "kappa=1:2:3:4", "kappa=1:2:3:log:5", "1:2:3"})
        EXPECT_EQ(refusal(text), "x: \"" + std::string(text) + "\" " + form);
    EXPECT_NE(refusal("kapa=1:2:3").find("\"kappa\""), std::string::npos);
    EXPECT_NE(refusal("map=0:7:8").find("map"), std::string::npos);
    EXPECT_EQ(refusal("kappa=1:2:0"), "x: \"0\" is not a count of values; allowed: 1 to 4096");
    EXPECT_EQ(refusal("kappa=1:2:2.5"), "x: \"2.5\" is not a count of values; allowed: 1 to 4096");
    EXPECT_EQ(refusal("kappa=1:2:99999999999999999999"),
              "x: \"99999999999999999999\" is not a count of values; allowed: 1 to 4096");
    EXPECT_EQ(refusal("kappa=2:1:3"), "x: \"kappa=2:1:3\" does not rise; allowed: LOW below HIGH");
    EXPECT_EQ(refusal("kappa=2:2:3"), "x: \"kappa=2:2:3\" does not rise; allowed: LOW below HIGH");
    EXPECT_EQ(refusal("V_scale=0:1:3:log"),
              "x: \"V_scale=0:1:3:log\" cannot be logarithmic; allowed: LOW above 0, or no \"log\"");
    for (const char* text : {"kappa=0:2:3", "kappa=1:1e13:3", "kappa=a:2:3", "kappa=1:nan:3", "k=1:2.5:3"}) {
        const std::string message = refusal(text);
        EXPECT_TRUE(message.starts_with("x: k")) << message;
    }
}

}  // namespace
}  // namespace polarize
