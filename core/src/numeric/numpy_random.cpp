#include "numeric/numpy_random.hpp"

#include <cmath>

namespace polarize {

// The recurrence and its constants are those of Matsumoto and Nishimura, "Mersenne Twister" (1998).
NumpyRandom::NumpyRandom(std::uint32_t seed) {
    words_[0] = seed;
    for (std::uint32_t i = 1; i < kWords; ++i) {
        const std::uint32_t previous = words_[i - 1];
        words_[i] = 1812433253U * (previous ^ (previous >> 30U)) + i;
    }
}

void NumpyRandom::refill() {
    constexpr std::size_t shift = 397;
    for (std::size_t i = 0; i < kWords; ++i) {
        const std::uint32_t joined = (words_[i] & 0x80000000U) | (words_[(i + 1) % kWords] & 0x7fffffffU);
        const std::uint32_t twist = (joined & 1U) != 0 ? 0x9908b0dfU : 0U;
        words_[i] = words_[(i + shift) % kWords] ^ (joined >> 1U) ^ twist;
    }
    position_ = 0;
}

std::uint32_t NumpyRandom::next_word() {
    if (position_ == kWords) refill();
    std::uint32_t word = words_[position_++];
    word ^= word >> 11U;
    word ^= (word << 7U) & 0x9d2c5680U;
    word ^= (word << 15U) & 0xefc60000U;
    return word ^ (word >> 18U);
}

double NumpyRandom::uniform() {
    const std::uint32_t high = next_word() >> 5U;
    const std::uint32_t low = next_word() >> 6U;
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

double NumpyRandom::normal() {
    if (has_kept_normal_) {
        has_kept_normal_ = false;
        return kept_normal_;
    }
    double x = 0;
    double y = 0;
    double radius_squared = 0;
    do {
        x = 2.0 * uniform() - 1.0;
        y = 2.0 * uniform() - 1.0;
        radius_squared = x * x + y * y;
    } while (radius_squared >= 1.0 || radius_squared == 0.0);
    // The system's logarithm, as NumPy uses it: the project's own differs from it in the last bit now and then.
    const double factor = std::sqrt(-2.0 * std::log(radius_squared) / radius_squared);
    kept_normal_ = factor * x;
    has_kept_normal_ = true;
    return factor * y;
}

std::vector<double> NumpyRandom::normals(std::size_t count) {
    std::vector<double> values(count);
    for (double& value : values) value = normal();
    return values;
}

std::vector<double> NumpyRandom::uniforms(std::size_t count) {
    std::vector<double> values(count);
    for (double& value : values) value = uniform();
    return values;
}

}  // namespace polarize
