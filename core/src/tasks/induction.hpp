#pragma once

#include "tasks/distinct_draw.hpp"
#include "tasks/task.hpp"

namespace polarize {

/// The form of the task's sequences. Throws Error where the vocabulary has too few tokens.
TaskShape shape_of(const InductionConfig& config);

/// Induction: BOS, `distinct` different tokens, one of them again (the query), and then, to be predicted, the token
/// that followed it the first time. Where the query is the last of the distinct tokens, what followed it is the query
/// itself, as written. The model reads all but the last token, T = distinct + 2, and predicts all but the first.
class InductionTask final : public Task {
  public:
    /// Throws Error when the vocabulary has too few tokens.
    explicit InductionTask(const InductionConfig& config);

    TaskShape shape() const override { return shape_; }
    void draw(RandomStream& stream, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) override;

  private:
    InductionConfig config_;
    TaskShape shape_;
    DistinctDraw ordinary_tokens_;
};

}  // namespace polarize
