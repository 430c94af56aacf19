#pragma once

#include <cstddef>

namespace polarize {

/// Doubles that kernels handle at a time, whatever the registers of the machine hold.
inline constexpr std::size_t kLanes = 8;

/// The number of lane groups that hold `count` doubles.
constexpr std::size_t blocks_for(std::size_t count) { return (count + kLanes - 1) / kLanes; }

/// `count` rounded up to whole lane groups: the stride of a padded row.
constexpr std::size_t padded(std::size_t count) { return blocks_for(count) * kLanes; }

}  // namespace polarize
