#include "tasks/random_stream.hpp"

namespace polarize {

namespace {

constexpr std::uint64_t kIncrement = 0x9e3779b97f4a7c15U;

/// A permutation of the 64-bit numbers in which every bit of the result depends on every bit of `x`.
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, Purpose purpose, std::uint64_t number)
    : counter_(mixed(mixed(mixed(seed + kIncrement) + static_cast<std::uint64_t>(purpose) + kIncrement) + number)) {}

std::uint64_t RandomStream::next() {
    counter_ += kIncrement;
    return mixed(counter_);
}

std::uint64_t RandomStream::below(std::uint64_t limit) {
    // Numbers below 2^64 mod limit are drawn again: what is left holds every remainder equally often.
    const std::uint64_t excess = (0 - limit) % limit;
    std::uint64_t bits = next();
    while (bits < excess) bits = next();
    return bits % limit;
}

}  // namespace polarize
