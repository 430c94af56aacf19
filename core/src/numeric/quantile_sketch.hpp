#pragma once

#include <cstdint>
#include <vector>

#include "numeric/word_stream.hpp"

namespace polarize {

/// Counts numbers in bins that follow the floating-point format: 1024 to each power of two, between 2^−40 and 2^24 in
/// size; what is smaller counts as 0, what is larger as 2^24. Quantiles are right to within a bin, 1/1024 of
/// themselves, whatever the numbers' range. Adding and merging are sums of whole numbers, so their order does not
/// matter.
class QuantileSketch {
  public:
    /// Counts `value`, a finite number.
    void add(double value);

    /// Adds what `other` has counted.
    void merge(const QuantileSketch& other);

    std::int64_t count() const { return count_; }

    /// The number below which a share `q` (0 to 1) of the counted lies, interpolated within its bin; NaN where nothing
    /// was counted.
    double quantile(double q) const;

    /// For `read` of the same build.
    void write(WordWriter& writer) const;
    static QuantileSketch read(WordReader& reader);

  private:
    std::uint32_t& bin(std::int32_t key);

    std::int32_t first_ = 0;           // the key of bins_[0]
    std::vector<std::uint32_t> bins_;  // as far as keys have been seen
    std::int64_t count_ = 0;
    double least_ = 0;
    double most_ = 0;
};

}  // namespace polarize
