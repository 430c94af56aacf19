#include "ensemble/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace polarize {

namespace {

/// Σ values by compensated summation (Neumaier), in their order.
class Sum {
  public:
    void add(double value) {
        const double next = total_ + value;
        if (std::abs(total_) >= std::abs(value)) lost_ += (total_ - next) + value;
        else lost_ += (value - next) + total_;
        total_ = next;
    }
    double value() const { return total_ + lost_; }

  private:
    double total_ = 0;
    double lost_ = 0;
};

/// The number of `sorted` below which a share q lies, linear between neighbours.
double quantile(const std::vector<double>& sorted, double q) {
    const double rank = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (rank - std::floor(rank)) * (sorted[above] - sorted[below]);
}

}  // namespace

Distribution distribution_of(std::vector<double> values) {
    Distribution result;
    result.count = static_cast<std::int64_t>(values.size());
    if (values.empty()) return result;
    const auto count = static_cast<double>(values.size());
    Sum total;
    for (const double value : values) total.add(value);
    result.mean = total.value() / count;
    Sum squares;
    for (const double value : values) squares.add((value - result.mean) * (value - result.mean));
    result.sd = std::sqrt(squares.value() / count);
    std::ranges::sort(values);
    result.min = values.front();
    result.max = values.back();
    for (std::size_t i = 0; i < kQuantileShares.size(); ++i) result.quantiles[i] = quantile(values, kQuantileShares[i]);
    return result;
}

std::vector<std::int64_t> histogram_of(const std::vector<double>& values, double top, std::size_t bins) {
    std::vector<std::int64_t> counts(bins, 0);
    const auto last = static_cast<double>(bins - 1);
    for (const double value : values) {
        const double bin = top > 0 ? std::clamp(std::floor(value / top * static_cast<double>(bins)), 0.0, last) : 0.0;
        ++counts[static_cast<std::size_t>(bin)];
    }
    return counts;
}

}  // namespace polarize
