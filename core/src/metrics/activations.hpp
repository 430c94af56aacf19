#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace polarize {

/// How far the largest activations of the residual stream stand out, over many sequences.
struct ActivationMetrics {
    double largest = 0;       ///< mean over sequences of max |x|
    double median = 0;        ///< mean over sequences of the median of |x|
    double ratio = 0;         ///< mean over sequences of max |x| / median |x|
    double largest_seen = 0;  ///< max |x| over all sequences

    bool operator==(const ActivationMetrics&) const = default;
};

/// Measures the residual stream at one place of the model, sequence by sequence.
class ActivationMeter {
  public:
    /// `activations`: what one sequence has there, in any order. The median of an even number is the upper middle one.
    /// What is not a number makes all results so.
    void add(std::span<const float> activations);

    ActivationMetrics result() const;

  private:
    ActivationMetrics sums_;
    double sequences_ = 0;
    std::vector<float> sizes_;
};

/// Norms of the value vectors of one head, over many sequences.
struct ValueNorms {
    double first = 0;   ///< mean norm at the first token
    double others = 0;  ///< mean norm at all others

    bool operator==(const ValueNorms&) const = default;
};

/// Measures the value vectors of one head, sequence by sequence.
class ValueNormMeter {
  public:
    /// Vector t of the sequence is the `size` numbers from values[t · stride] on.
    void add(std::span<const float> values, std::size_t length, std::size_t stride, std::size_t size);

    ValueNorms result() const;

  private:
    ValueNorms sums_;
    double sequences_ = 0;
    double others_ = 0;
};

/// √Σ x².
double euclidean_norm(std::span<const float> values);

}  // namespace polarize
