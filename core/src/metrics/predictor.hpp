#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace polarize {

/// What a model predicts at the last position of each of the sequences `tokens` (count, T): `count` classes.
using Predictor = std::function<std::vector<std::int32_t>(std::span<const std::int32_t> tokens)>;

}  // namespace polarize
