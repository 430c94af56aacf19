#include "strings.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace polarize::ui {
namespace {

TEST(Strings, AreAllThere) {
    for (int i = 0; i < static_cast<int>(Text::count); ++i) {
        const char* text = text_of(static_cast<Text>(i));
        ASSERT_NE(text, nullptr) << i;
        EXPECT_FALSE(std::string_view(text).empty()) << i;
    }
}

TEST(Strings, StandWithTheirNames) {
    EXPECT_STREQ(text_of(Text::experiments), "Experiments");
    EXPECT_STREQ(text_of(Text::loss_title), "Loss");
    EXPECT_STREQ(text_of(Text::uniform), "log k");
}

TEST(Strings, AreFilledIn) {
    EXPECT_EQ(filled(Text::bars_wins, {"3", "0.975"}), "Token 3 wins with 0.975");
    EXPECT_EQ(filled(Text::of_updates, {}), text_of(Text::of_updates));
}

}  // namespace
}  // namespace polarize::ui
