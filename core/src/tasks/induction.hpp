#pragma once

#include "tasks/distinct_draw.hpp"
#include "tasks/task.hpp"

namespace polarize {

/// The sizes of the induction task.
struct InductionSettings {
    std::size_t vocabulary = 50;     ///< token 0 is BOS, the others fill the sequence
    std::size_t distinct = 10;       ///< distinct tokens after BOS
    bool shift_query_token = false;  ///< write the repeated token as itself + vocabulary

    bool operator==(const InductionSettings&) const = default;
};

/// Induction: BOS, `distinct` different tokens, one of them again (the query), and then, to be predicted, the token
/// that followed it the first time. Where the query is the last of the distinct tokens, what followed it is the query
/// itself, as written. The model reads all but the last token, T = distinct + 2, and predicts all but the first.
class InductionTask final : public Task {
  public:
    /// Throws Error when the vocabulary has too few tokens.
    explicit InductionTask(const InductionSettings& settings);

    std::size_t length() const override { return settings_.distinct + 2; }
    std::size_t token_count() const override { return settings_.vocabulary * (settings_.shift_query_token ? 2 : 1); }
    std::size_t class_count() const override { return token_count(); }
    Targets targets() const override { return Targets::every_position; }
    void draw(RandomStream& stream, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) override;

  private:
    InductionSettings settings_;
    DistinctDraw ordinary_tokens_;
};

}  // namespace polarize
