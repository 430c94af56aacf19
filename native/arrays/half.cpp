#include "arrays/half.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace polarize {

float half_to_float(std::uint16_t bits) {
    constexpr unsigned exponent_bits = 0x1f;
    constexpr int fraction_size = 10;
    constexpr int bias = 15;
    const unsigned exponent = bits >> fraction_size & exponent_bits;
    const unsigned fraction = bits & 0x3ffU;
    const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
    if (exponent == exponent_bits)
        return std::copysign(
            fraction != 0 ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity(), sign);
    const unsigned leading = exponent == 0 ? 0 : 1U << fraction_size;
    const int power = static_cast<int>(exponent == 0 ? 1 : exponent) - bias - fraction_size;
    return sign * std::ldexp(static_cast<float>(leading | fraction), power);
}

float bfloat16_to_float(std::uint16_t bits) {
    constexpr unsigned half = 16;
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << half);
}

}  // namespace polarize
