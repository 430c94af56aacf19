
#include <gtest/gtest.h>

#include <clocale>
#include <cstdlib>
#include <limits>
#include <string>

#include <polarize/text.hpp>
#include "numeric/numpy_random.hpp"

namespace polarize {
namespace {

TEST(NumberText, IsShort) {
    EXPECT_EQ(number_text(0.1), "0.1");
    EXPECT_EQ(number_text(1e6), "1000000");
    EXPECT_EQ(number_text(-3), "-3");
    EXPECT_EQ(number_text(1e-5), "1e-05");
    EXPECT_EQ(number_text(1.0 + std::numeric_limits<double>::epsilon()), "1.0000000000000002");
}

TEST(NumberText, NamesWhatIsNoNumber) {
    EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "inf");
    EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity()), "-inf");
    EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "nan");
    EXPECT_EQ(number_text(-std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(NumberText, HasAPointInEveryLocale) {
    const std::string before = std::setlocale(LC_NUMERIC, nullptr);
    for (const char* const comma : {"de_DE.UTF-8", "fr_FR.UTF-8"}) std::setlocale(LC_NUMERIC, comma);  // where there
    const std::string text = number_text(0.5);
    std::setlocale(LC_NUMERIC, before.c_str());
    EXPECT_EQ(text, "0.5");
}

TEST(NumberText, ReadsBackToTheSameBits) {
    for (const double value : {0.1 + 0.2, 1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0, 123456789.0})
        EXPECT_EQ(std::strtod(number_text(value).c_str(), nullptr), value);
    NumpyRandom random(1);
    for (int i = 0; i < 1000; ++i) {
        const double value = random.normal() * 1e-8;
        EXPECT_EQ(std::strtod(number_text(value).c_str(), nullptr), value);
    }
}

}  // namespace
}  // namespace polarize
