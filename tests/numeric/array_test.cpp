#include <polarize/array.hpp>

#include <gtest/gtest.h>

namespace polarize {
namespace {

TEST(ShapeText, IsWrittenAsNumpyDoesWithoutTheTrailingComma) {
    EXPECT_EQ(shape_text({8, 10}), "(8, 10)");
    EXPECT_EQ(shape_text({8}), "(8)");
    EXPECT_EQ(shape_text({2, 3, 4}), "(2, 3, 4)");
    EXPECT_EQ(shape_text({}), "()");
}

TEST(Array, FillsItsShapeOrNot) {
    EXPECT_TRUE(fills_shape({{2, 3}, std::vector<double>(6)}));
    EXPECT_TRUE(fills_shape({{}, {1}}));
    EXPECT_TRUE(fills_shape({{0}, {}}));
    EXPECT_TRUE(fills_shape({{7, 0, 3}, {}}));
    EXPECT_FALSE(fills_shape({{2, 3}, std::vector<double>(5)}));
    EXPECT_FALSE(fills_shape({{2, 3}, std::vector<double>(7)}));
    EXPECT_FALSE(fills_shape({{2, 3}, {}}));
    EXPECT_FALSE(fills_shape({{}, {}}));
    EXPECT_FALSE(fills_shape({{0}, {1}}));
    constexpr std::size_t huge = std::size_t{1} << (4 * sizeof(std::size_t));
    EXPECT_FALSE(fills_shape({{huge, huge}, {}})) << "the product overflows to 0";
}

TEST(Array, IsEqualInShapeAndNumbers) {
    const Array array{{2, 2}, {1, 2, 3, 4}};
    EXPECT_EQ(array, (Array{{2, 2}, {1, 2, 3, 4}}));
    EXPECT_NE(array, (Array{{4}, {1, 2, 3, 4}}));
    EXPECT_NE(array, (Array{{2, 2}, {1, 2, 3, 5}}));
}

TEST(Arrays, AreFoundByNameWithoutMakingAString) {
    const Arrays arrays{{"V", {{1}, {2}}}};
    EXPECT_TRUE(arrays.contains(std::string_view("V")));
    EXPECT_FALSE(arrays.contains(std::string_view("U")));
}

}  // namespace
}  // namespace polarize
