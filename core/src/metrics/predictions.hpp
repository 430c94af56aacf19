#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace polarize {

/// How well a model predicts, over many sequences.
struct PredictionMetrics {
    double loss = 0;          ///< what training minimises: CE(last position) + auxiliary · CE(mean of the others)
    double last_loss = 0;     ///< mean cross-entropy at the last position, nats
    double others_loss = 0;   ///< mean cross-entropy at the other positions; 0 where they have no targets
    double accuracy = 0;      ///< share of last positions predicted right
    double accuracy_all = 0;  ///< share of all positions that have a target predicted right

    bool operator==(const PredictionMetrics&) const = default;
};

/// Holds logits against targets, sequence by sequence.
class PredictionMeter {
  public:
    /// `logits` (T, classes); `targets` of all T positions, or one of the last. Of equal logits the first one counts
    /// as the prediction.
    void add(std::span<const float> logits, std::size_t classes, std::span<const std::int32_t> targets);

    PredictionMetrics result(double auxiliary) const;

  private:
    double last_loss_ = 0;
    double others_loss_ = 0;
    double last_right_ = 0;
    double others_right_ = 0;
    double sequences_ = 0;
    double others_ = 0;
};

/// The index of the largest of `logits`, the first of equal ones.
std::int32_t predicted_class(std::span<const float> logits);

/// −log softmax(logits)[target], nats.
double cross_entropy(std::span<const float> logits, std::int32_t target);

}  // namespace polarize
