#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tasks/random_stream.hpp"

namespace polarize {

/// What is predicted: the next token at every position, or one label at the last.
enum class Targets { every_position, last_position };

/// Sequences of equal length with what is to be predicted of them.
struct Examples {
    std::size_t length = 0;  ///< tokens of a sequence, T
    Targets kind = Targets::every_position;
    std::vector<std::int32_t> tokens;   ///< (count, T)
    std::vector<std::int32_t> targets;  ///< (count, T), or (count) where only the last position has one

    std::size_t targets_each() const { return kind == Targets::every_position ? length : 1; }
    std::size_t count() const { return length == 0 ? 0 : tokens.size() / length; }
    std::span<const std::int32_t> sequence(std::size_t example) const {
        return std::span(tokens).subspan(example * length, length);
    }
    std::span<const std::int32_t> targets_of(std::size_t example) const {
        return std::span(targets).subspan(example * targets_each(), targets_each());
    }
};

/// A family of random sequences. Not thread-safe.
class Task {
  public:
    virtual ~Task() = default;

    virtual std::size_t length() const = 0;       ///< tokens that the model reads, T
    virtual std::size_t token_count() const = 0;  ///< tokens there are
    virtual std::size_t class_count() const = 0;  ///< what a prediction chooses from
    virtual Targets targets() const = 0;

    /// Draws one sequence and its targets, as long as `length` and `targets` say.
    virtual void draw(RandomStream& stream, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) = 0;

    /// `count` examples from number `first` on. Each depends on seed, purpose and its number alone.
    Examples draw_examples(std::uint64_t seed, Purpose purpose, std::uint64_t first, std::size_t count);
    /// The same into `examples`, whose memory is used again.
    void draw_examples(std::uint64_t seed, Purpose purpose, std::uint64_t first, std::size_t count, Examples& examples);
};

}  // namespace polarize
