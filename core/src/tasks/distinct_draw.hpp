#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tasks/random_stream.hpp"

namespace polarize {

/// Draws different numbers of 0 … count − 1 in random order, in time that does not depend on how many there are.
class DistinctDraw {
  public:
    explicit DistinctDraw(std::size_t count);

    /// Fills `chosen`, at most `count` long, with different numbers, to each of which `offset` is added.
    void draw(RandomStream& stream, std::int32_t offset, std::span<std::int32_t> chosen);

  private:
    std::vector<std::int32_t> pool_;      // 0, 1, 2, … between two draws
    std::vector<std::size_t> exchanged_;  // with which place each was exchanged
};

}  // namespace polarize
