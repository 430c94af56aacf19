#include "flow/weights.hpp"

#include <algorithm>
#include <cmath>

#include "simd/elementary.hpp"

namespace polarize {

double entropy(const std::vector<double>& alpha) {
    double largest = 0;
    for (const double weight : alpha) largest = std::max(largest, std::abs(weight));
    if (largest == 0) return polarize::log(static_cast<double>(alpha.size()));
    // Relative to the largest, so that neither a huge nor a tiny total is lost.
    double total = 0;
    for (const double weight : alpha) total += std::abs(weight) / largest;
    double result = 0;
    for (const double weight : alpha) {
        const double probability = std::abs(weight) / largest / total;
        if (probability > 0) result -= probability * polarize::log(probability);
    }
    return std::max(result, 0.0);
}

std::size_t argmax(const std::vector<double>& values) {
    return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

TopTwo top_two(const std::vector<double>& alpha) {
    const std::size_t first = argmax(alpha);
    double second = alpha.size() > 1 ? -HUGE_VAL : 0.0;
    for (std::size_t i = 0; i < alpha.size(); ++i)
        if (i != first) second = std::max(second, alpha[i]);
    return {alpha[first], second};
}

}  // namespace polarize
