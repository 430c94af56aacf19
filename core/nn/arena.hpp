#pragma once

#include <cstddef>
#include <vector>

#include "nn/views.hpp"
#include "numeric/aligned.hpp"

namespace polarize {

/// Numbers that kernels may load with whole packs.
template <class T>
using Buffer = std::vector<T, AlignedAllocator<T>>;

/// Hands out parts of one block of memory. Without a block it only counts, so that the same code tells first how much
/// there must be and then where everything is.
template <class T>
class Arena {
  public:
    Arena() = default;
    explicit Arena(T* memory) : memory_(memory) {}

    /// `count` numbers, aligned, with room behind them for a pack that begins within.
    T* take(std::size_t count) {
        T* part = memory_ == nullptr ? nullptr : memory_ + used_;
        used_ += padded_row(count + kRowUnit);
        return part;
    }
    /// `rows` rows, `row` apart.
    T* take(std::size_t rows, std::size_t row) { return take(rows * row); }

    std::size_t used() const { return used_; }

  private:
    T* memory_ = nullptr;
    std::size_t used_ = 0;
};

/// A block of memory laid out by `plan(arena)`, which is called once to count and once to place.
template <class T, class Plan>
Buffer<T> make_block(Plan plan) {
    Arena<T> counting;
    plan(counting);
    Buffer<T> block(counting.used());
    Arena<T> placing(block.data());
    plan(placing);
    return block;
}

}  // namespace polarize
