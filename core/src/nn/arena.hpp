#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <polarize/error.hpp>
#include "nn/interruption.hpp"
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
    T* take(std::uint64_t count) {
        T* part = memory_ == nullptr ? nullptr : memory_ + used_;
        used_ += (count + 2 * kRowUnit - 1) / kRowUnit * kRowUnit;
        return part;
    }
    /// `rows` rows, `row` apart.
    T* take(std::uint64_t rows, std::uint64_t row) { return take(rows * row); }

    std::uint64_t used() const { return used_; }

  private:
    T* memory_ = nullptr;
    std::uint64_t used_ = 0;
};

/// Lengthens `buffer` to `size` zeros, in pieces, since to clear much memory takes a while. Throws Interrupted between
/// two of them; a second call goes on.
template <class T>
void grow(Buffer<T>& buffer, std::size_t size, const Interruption& interruption) {
    constexpr std::size_t kPiece = std::size_t{1} << 22U;
    buffer.reserve(size);
    while (buffer.size() < size) {
        interruption.end_if_requested();
        buffer.resize(buffer.size() + (size - buffer.size() < kPiece ? size - buffer.size() : kPiece));
    }
}

/// A block of memory laid out by `plan(arena)`, which is called once to count and once to place. Throws Error where the
/// program cannot address as much, and Interrupted.
template <class T, class Plan>
Buffer<T> make_block(const Interruption& interruption, Plan plan) {
    Arena<T> counting;
    plan(counting);
    if (counting.used() > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T))
        throw refused("memory", std::to_string(counting.used() / (1U << 20U) * sizeof(T)) + " MB",
                      "cannot be addressed here", "smaller sizes", ErrorCode::not_enough);
    Buffer<T> block;
    grow(block, static_cast<std::size_t>(counting.used()), interruption);
    Arena<T> placing(block.data());
    plan(placing);
    return block;
}

}  // namespace polarize
