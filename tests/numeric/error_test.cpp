#include <gtest/gtest.h>

#include <polarize/error.hpp>
#include <string>

namespace polarize {
namespace {

TEST(Refused, NamesFieldValueProblemAndWhatIsAllowed) {
    const Error error = refused("steps", 5, "is below the 10 updates already made", "more", ErrorCode::conflict);
    EXPECT_STREQ(error.what(), "steps: 5 is below the 10 updates already made; allowed: more");
    EXPECT_EQ(error.code(), ErrorCode::conflict);
    EXPECT_EQ(error.field(), "steps");
    EXPECT_EQ(error.value(), "5");
    EXPECT_EQ(error.allowed(), "more");
}

TEST(Refused, SaysOfANumberThatItIsOutOfRange) {
    const Error error = refused("lr", 0.1, "1e-12 to 1e-3");
    EXPECT_STREQ(error.what(), "lr: 0.1 is out of range; allowed: 1e-12 to 1e-3");
    EXPECT_EQ(error.code(), ErrorCode::out_of_range);
}

TEST(Refused, LeavesEmptyPartsOut) {
    EXPECT_STREQ(refused("data", "", "has no rows", "").what(), "data: has no rows");
    EXPECT_STREQ(refused("", "", "nothing was checked", "").what(), "nothing was checked");
}

TEST(Error, KeepsItsPartsWithinAnotherField) {
    const Error error = refused("k", 0, "1 to 4096").within("x");
    EXPECT_STREQ(error.what(), "x: k: 0 is out of range; allowed: 1 to 4096");
    EXPECT_EQ(error.field(), "x");
    EXPECT_EQ(error.value(), "0");
}

TEST(ErrorCode, IsCalledAsItIsWritten) {
    EXPECT_EQ(name(ErrorCode::out_of_range), "out_of_range");
    EXPECT_EQ(name(ErrorCode::unusable_file), "unusable_file");
}

TEST(Quoted, ShowsControlCharactersAsQuestionMarks) { EXPECT_EQ(quoted("a\nb\x7f"), "\"a?b?\""); }

}  // namespace
}  // namespace polarize
