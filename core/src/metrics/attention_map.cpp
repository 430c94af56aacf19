#include "metrics/attention_map.hpp"

#include <algorithm>
#include <cmath>

namespace polarize {

RowSums row_sums(std::span<const float> row) {
    RowSums sums{.largest = row.empty() ? 0.0 : static_cast<double>(row[0])};
    for (const float weight : row) {
        const auto w = static_cast<double>(weight);
        sums.total += w;
        sums.absolute += std::abs(w);
        sums.largest = std::max(sums.largest, w);
        sums.largest_size = std::max(sums.largest_size, std::abs(w));
    }
    return sums;
}

double row_entropy(std::span<const float> row) {
    const double total = row_sums(row).absolute;
    double entropy = 0;
    for (const float weight : row) {
        const double p = share(std::abs(static_cast<double>(weight)), total);
        if (p > 0) entropy -= p * std::log(p);
    }
    return entropy;
}

double share(double numerator, double denominator) { return denominator == 0 ? 0 : numerator / denominator; }

}  // namespace polarize
