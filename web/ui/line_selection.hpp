#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace polarize::ui {

/// The indices of the `limit` largest of `values`, in ascending order of index; of equal values the earlier ones.
std::vector<std::size_t> largest(std::span<const double> values, std::size_t limit);

/// Moves labels that would overlap apart. `wanted` are the heights they ask for, in any order; the result keeps their
/// order from top to bottom, puts neighbours at least `gap` apart and stays within [low, high] as long as they all fit
/// there.
std::vector<float> spread(std::span<const float> wanted, float gap, float low, float high);

}  // namespace polarize::ui
