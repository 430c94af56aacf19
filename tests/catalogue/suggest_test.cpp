
#include <gtest/gtest.h>

#include <array>

#include <polarize/text.hpp>
namespace polarize {
namespace {

constexpr std::array<std::string_view, 4> kNames{"softmax", "sigmoid", "relu", "relu_norm"};

TEST(Nearest, IsTheNameAnEditAway) {
    EXPECT_EQ(nearest("softmx", kNames), "softmax");    // a letter left out
    EXPECT_EQ(nearest("softmaxx", kNames), "softmax");  // one too many
    EXPECT_EQ(nearest("sigmoud", kNames), "sigmoid");   // a wrong one
    EXPECT_EQ(nearest("sotfmax", kNames), "softmax");   // two exchanged
    EXPECT_EQ(nearest("relunorm", kNames), "relu_norm");
}

TEST(Nearest, IsTheNameItself) { EXPECT_EQ(nearest("relu", kNames), "relu"); }

TEST(Nearest, TakesCapitalsForSmallLetters) {
    EXPECT_EQ(nearest("SOFTMAX", kNames), "softmax");
    EXPECT_EQ(nearest("Sigmoud", kNames), "sigmoid");
}

TEST(Nearest, IsNothingWhenMoreThanHalfOfTheLettersDiffer) {
    EXPECT_EQ(nearest("tanh", kNames), "");
    EXPECT_EQ(nearest("", kNames), "");
    EXPECT_EQ(nearest("x", kNames), "");
    EXPECT_EQ(nearest("softmax", {}), "");
}

TEST(Nearest, IsTheFirstOfEquallyNearNames) {
    constexpr std::array<std::string_view, 2> names{"l1", "l2"};
    EXPECT_EQ(nearest("l3", names), "l1");
}

TEST(UnknownName, ListsWhatIsAllowedAndSuggestsTheNearest) {
    EXPECT_STREQ(unknown_name("map", "rel", kNames).what(),
                 "map: \"rel\" is unknown; allowed: softmax, sigmoid, relu, relu_norm; did you mean \"relu\"?");
    EXPECT_STREQ(unknown_name("map", "tanh", kNames).what(),
                 "map: \"tanh\" is unknown; allowed: softmax, sigmoid, relu, relu_norm");
}

}  // namespace
}  // namespace polarize
