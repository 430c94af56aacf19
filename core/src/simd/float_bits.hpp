#pragma once

#include <cstdint>

#include "simd/isa_namespace.hpp"

namespace polarize::inline POLARIZE_ISA_NAMESPACE {

/// How a floating-point number lies in memory. Adding `kRound` to a number that is small beside it rounds that to an
/// integer and leaves the integer in the low bits.
template <class T>
struct FloatBits;
template <>
struct FloatBits<float> {
    using Integer = std::int32_t;
    using Unsigned = std::uint32_t;
    static constexpr int kMantissa = 23;
    static constexpr float kRound = 0x1.8p23F;
};
template <>
struct FloatBits<double> {
    using Integer = std::int64_t;
    using Unsigned = std::uint64_t;
    static constexpr int kMantissa = 52;
    static constexpr double kRound = 0x1.8p52;
};

}  // namespace polarize::inline POLARIZE_ISA_NAMESPACE
