#pragma once

#include <cstdint>

namespace polarize {

/// The seed of flow number `flow` of an ensemble whose own seed is `seed`. For one ensemble it is a permutation of the
/// 32-bit numbers, so no two flows share a start; another ensemble has another permutation. Flow number i is thus the
/// run of its experiment with this seed, whatever else is computed.
std::uint32_t flow_seed(std::uint32_t seed, std::uint32_t flow);

}  // namespace polarize
