#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tasks/random_stream.hpp"
#include "tasks/task.hpp"

namespace polarize {

/// Whether the token that the last position attends to most decides alone, by mixing two sequences of different labels.
struct Dominance {
    double rate = 0;    ///< mean of the two below
    double rate_a = 0;  ///< share of pairs where A's top token in the company of B's others gives A's label
    double rate_b = 0;  ///< the same with A and B exchanged
    /// Share of the mixtures in which that top token is again the one with the most weight. It need not be: where
    /// labels own more tokens than a sequence holds, B's second can have a larger score than A's first.
    double leading = 0;
    double rate_leading = 0;  ///< the rate among those
    std::size_t pairs = 0;

    bool operator==(const Dominance&) const = default;
};

/// What a model does with a sequence: its prediction at the last position, and the position before the last that one
/// head's last query gives the most weight.
struct HeadAnswer {
    std::int32_t predicted = 0;
    std::size_t top = 0;
};
using HeadObserver = std::function<std::vector<HeadAnswer>(std::span<const std::int32_t> tokens)>;

/// Mixes `pairs` random pairs (A, B) of `examples` with different labels: A's top token takes the place of B's own, the
/// tokens before the last are shuffled, and the prediction is compared with A's label; and the other way round.
/// `top`: of each example the position, before the last, that its last query gives the most weight. There are no pairs
/// where all examples share one label.
Dominance label_mixing(const Examples& examples, std::span<const std::size_t> top, std::size_t pairs,
                       const HeadObserver& observe, RandomStream& stream);

}  // namespace polarize
