#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace polarize {

/// What random numbers are drawn for; each purpose has streams of its own.
enum class Purpose : std::uint64_t { training_examples, evaluation_examples, epoch_order, mixing, attack };

/// A stream of random numbers that its key alone determines: seed, purpose and a number, such as that of an example or
/// an epoch. So example number 7 of a seed is the same one whoever draws it, whatever was drawn before, on any machine.
///
/// The numbers are a bijective mix of a counter (SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", 2014).
class RandomStream {
  public:
    RandomStream(std::uint64_t seed, Purpose purpose, std::uint64_t number);

    /// 64 random bits.
    std::uint64_t next();

    /// Uniform among 0 … limit − 1, without bias; `limit` at least 1.
    std::uint64_t below(std::uint64_t limit);

    /// Puts the values in a uniformly random order (Fisher and Yates).
    template <class T>
    void shuffle(std::span<T> values) {
        for (std::size_t i = values.size(); i > 1; --i)
            std::swap(values[i - 1], values[static_cast<std::size_t>(below(i))]);
    }

  private:
    std::uint64_t counter_;
};

}  // namespace polarize
