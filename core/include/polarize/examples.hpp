#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

/// The orders in which epochs go over a data set, one row of example numbers for each epoch.
using EpochOrders = std::vector<std::vector<std::int32_t>>;

}  // namespace polarize
