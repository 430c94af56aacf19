#include "line_selection.hpp"

#include <algorithm>
#include <numeric>

namespace polarize::ui {

std::vector<std::size_t> largest(std::span<const double> values, std::size_t limit) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (order.size() <= limit) return order;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t left, std::size_t right) { return values[left] > values[right]; });
    order.resize(limit);
    std::sort(order.begin(), order.end());
    return order;
}

std::vector<float> spread(std::span<const float> wanted, float gap, float low, float high) {
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t left, std::size_t right) { return wanted[left] < wanted[right]; });

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
