#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <polarize/examples.hpp>
#include <polarize/training_config.hpp>
#include "tasks/random_stream.hpp"

namespace polarize {

/// A family of random sequences. Not thread-safe.
class Task {
  public:
    virtual ~Task() = default;

    /// The form of its sequences.
    virtual TaskShape shape() const = 0;

    /// Draws one sequence and its targets, as long as the shape says.
    virtual void draw(RandomStream& stream, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) = 0;

    /// `count` examples from number `first` on. Each depends on seed, purpose and its number alone.
    Examples draw_examples(std::uint64_t seed, Purpose purpose, std::uint64_t first, std::size_t count);
    /// The same into `examples`, whose memory is used again.
    void draw_examples(std::uint64_t seed, Purpose purpose, std::uint64_t first, std::size_t count, Examples& examples);
};

/// The task of that kind and size. Throws Error where its sizes do not fit together.
std::unique_ptr<Task> make_task(const TaskConfig& config);

}  // namespace polarize
