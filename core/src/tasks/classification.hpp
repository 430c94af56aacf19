#pragma once

#include "tasks/distinct_draw.hpp"
#include "tasks/task.hpp"

namespace polarize {

/// The form of the task's sequences. Throws Error when there is no label, the tokens cannot be shared out evenly or a
/// label has too few of them.
TaskShape shape_of(const ClassificationConfig& config);

/// Classification: label l owns the tokens 1 + l·m … (l + 1)·m, m = (vocabulary − 1) / labels. A sequence is `drawn`
/// different tokens of one label in random order, then CLS, at which the label is to be predicted: T = drawn + 1.
class ClassificationTask final : public Task {
  public:
    /// Throws Error as shape_of does.
    explicit ClassificationTask(const ClassificationConfig& config);

    TaskShape shape() const override { return shape_; }
    void draw(RandomStream& stream, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) override;

  private:
    ClassificationConfig config_;
    TaskShape shape_;
    std::size_t owned_;  // tokens of each label
    DistinctDraw tokens_of_label_;
};

}  // namespace polarize
