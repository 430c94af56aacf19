#pragma once

#include "tasks/distinct_draw.hpp"
#include "tasks/task.hpp"

namespace polarize {

/// The sizes of the classification task.
struct ClassificationSettings {
    std::size_t vocabulary = 41;  ///< token 0 is CLS, the others are shared out evenly among the labels
    std::size_t labels = 4;
    std::size_t drawn = 10;  ///< tokens of a sequence before CLS

    bool operator==(const ClassificationSettings&) const = default;
};

/// Classification: label l owns the tokens 1 + l·m … (l + 1)·m, m = (vocabulary − 1) / labels. A sequence is `drawn`
/// different tokens of one label in random order, then CLS, at which the label is to be predicted: T = drawn + 1.
class ClassificationTask final : public Task {
  public:
    /// Throws Error when there is no label, the tokens cannot be shared out evenly or a label has too few of them.
    explicit ClassificationTask(const ClassificationSettings& settings);

    std::size_t length() const override { return settings_.drawn + 1; }
    std::size_t token_count() const override { return settings_.vocabulary; }
    std::size_t class_count() const override { return settings_.labels; }
    Targets targets() const override { return Targets::last_position; }
    void draw(RandomStream& stream, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) override;

  private:
    ClassificationSettings settings_;
    std::size_t owned_;  // tokens of each label
    DistinctDraw tokens_of_label_;
};

}  // namespace polarize
