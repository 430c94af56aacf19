#include <polarize/ensemble.hpp>

namespace polarize {

namespace {

/// An invertible mix in which every bit of the result depends on every bit of `x`: exclusive-ors with shifted copies
/// and products with odd numbers are permutations of the 32-bit numbers.
std::uint32_t mixed(std::uint32_t x) {
    x ^= x >> 16U;
    x *= 0x85ebca6bU;
    x ^= x >> 13U;
    x *= 0xc2b2ae35U;
    return x ^ (x >> 16U);
}

}  // namespace

std::uint32_t flow_seed(std::uint32_t seed, std::uint32_t flow) {
    // Three rounds, each keyed by a number of its own drawn from the ensemble's seed.
    std::uint32_t key = mixed(seed ^ 0x9e3779b9U);
    std::uint32_t x = flow;
    for (int round = 0; round < 3; ++round) {
        x = mixed(x + key);
        key = mixed(key + 0x9e3779b9U);
    }
    return x;
}

}  // namespace polarize
