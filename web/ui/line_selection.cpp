#include "line_selection.hpp"

#include <algorithm>
#include <numeric>

namespace polarize::ui {

namespace {

/// The indices 0 to count − 1 sorted by `before`, of equals the earlier ones first.
template <typename Before>
std::vector<std::size_t> sorted_indices(std::size_t count, Before&& before) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        return before(left, right) || (!before(right, left) && left < right);
    });
    return order;
}

}  // namespace

std::vector<std::size_t> largest(std::span<const double> values, std::size_t limit) {
    std::vector<std::size_t> order = sorted_indices(
        values.size(), [&](std::size_t left, std::size_t right) { return values[left] > values[right]; });
    if (order.size() > limit) order.resize(limit);
    std::sort(order.begin(), order.end());
    return order;
}

std::vector<float> spread(std::span<const float> wanted, float gap, float low, float high) {
    const std::vector<std::size_t> order = sorted_indices(
        wanted.size(), [&](std::size_t left, std::size_t right) { return wanted[left] < wanted[right]; });

    // Down from the top, then up from the bottom: what was pushed below `high` comes back.
    std::vector<float> placed(wanted.begin(), wanted.end());
    float free_from = low;
    for (const std::size_t i : order) {
        placed[i] = std::max(placed[i], free_from);
        free_from = placed[i] + gap;
    }
    float free_to = high;
    for (auto i = order.rbegin(); i != order.rend(); ++i) {
        placed[*i] = std::min(placed[*i], free_to);
        free_to = placed[*i] - gap;
    }
    return placed;
}

}  // namespace polarize::ui
