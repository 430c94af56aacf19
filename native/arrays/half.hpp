#pragma once

#include <cstdint>

namespace polarize {

/// The number whose IEEE half precision (NumPy's float16) has these bits.
float half_to_float(std::uint16_t bits);

/// The number whose bfloat16, the upper half of a float, has these bits.
float bfloat16_to_float(std::uint16_t bits);

}  // namespace polarize
