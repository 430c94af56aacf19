#pragma once

#include "metrics/predictor.hpp"
#include "tasks/random_stream.hpp"
#include "tasks/task.hpp"

namespace polarize {

/// Whether the token that the last position attends to most decides alone, by mixing two sequences of different labels.
struct Dominance {
    double rate = 0;    ///< mean of the two below
    double rate_a = 0;  ///< share of pairs where A's top token in the company of B's others gives A's label
    double rate_b = 0;  ///< the same with A and B exchanged
    std::size_t pairs = 0;

    bool operator==(const Dominance&) const = default;
};

/// Mixes `pairs` random pairs (A, B) of `examples` with different labels: A's top token takes the place of B's own, the
/// tokens before the last are shuffled, and the prediction is held against A's label; and the other way round.
/// `top`: of each example the position, before the last, that its last query gives the most weight. Pairs are fewer,
/// down to 0, where all examples share one label.
Dominance label_mixing(const Examples& examples, std::span<const std::size_t> top, std::size_t pairs,
                       const Predictor& predict, RandomStream& stream);

}  // namespace polarize
