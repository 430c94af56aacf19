#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace polarize {

/// NumPy's legacy generator (`numpy.random.seed`, `randn`, `rand`), so that a seed alone gives the paper's own starting
/// arrays to the last bit: the Mersenne Twister MT19937 seeded by `init_genrand`, normals by Marsaglia's polar method
/// with the second value of each pair kept for the next call, uniforms of 53 bits from two 32-bit draws.
class NumpyRandom {
  public:
    explicit NumpyRandom(std::uint32_t seed);

    /// Uniform on [0, 1), as `numpy.random.rand()`.
    double uniform();

    /// Standard normal, as `numpy.random.randn()`.
    double normal();

    /// `count` normals or uniforms in the order NumPy fills an array of any shape.
    std::vector<double> normals(std::size_t count);
    std::vector<double> uniforms(std::size_t count);

  private:
    static constexpr std::size_t kWords = 624;

    std::uint32_t next_word();
    void refill();

    std::array<std::uint32_t, kWords> words_{};
    std::size_t position_ = kWords;
    double kept_normal_ = 0;
    bool has_kept_normal_ = false;
};

}  // namespace polarize
