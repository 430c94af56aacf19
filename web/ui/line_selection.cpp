#include "line_selection.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace polarize::ui {

namespace {

/// The indices of `keys`, the smallest first, of equals the earlier ones first.
template <typename Key>
std::vector<std::size_t> sorted_indices(const std::vector<Key>& keys) {
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t i, std::size_t j) { return std::pair(keys[i], i) < std::pair(keys[j], j); });
    return order;
}

}  // namespace

std::vector<std::size_t> largest(std::span<const double> values, std::size_t limit) {
    std::vector<double> negated;
    for (const double value : values) negated.push_back(-value);
    std::vector<std::size_t> order = sorted_indices(negated);
    if (order.size() > limit) order.resize(limit);
    std::sort(order.begin(), order.end());
    return order;
}

std::vector<float> spread(std::span<const float> wanted, float gap, float low, float high) {
    std::vector<float> placed(wanted.begin(), wanted.end());
    std::vector<std::size_t> order = sorted_indices(placed);
    // Down from the top, then up from the bottom: what was pushed below `high` comes back.
    float free_from = low;
    for (const std::size_t i : order) {
        placed[i] = std::max(placed[i], free_from);
        free_from = placed[i] + gap;
    }
    float free_to = high;
    std::reverse(order.begin(), order.end());
    for (const std::size_t i : order) {
        placed[i] = std::min(placed[i], free_to);
        free_to = placed[i] - gap;
    }
    return placed;
}

}  // namespace polarize::ui
