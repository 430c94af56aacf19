#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/predictor.hpp"

namespace polarize {

/// How many tokens must be replaced until the prediction at the last position changes.
struct TokenAttack {
    double one_token_share = 0;  ///< share of the sequences whose prediction one replaced token changes
    double flipped_share = 0;    ///< share of those that change at all, with up to all tokens before the last replaced
    double mean_tokens = 0;      ///< mean number of replaced tokens over the sequences that change
    std::vector<std::size_t> tokens;  ///< of each sequence the smallest number, 0 where it never changes

    bool operator==(const TokenAttack&) const = default;
};

/// Replaces tokens of `sequences` (count, length) one after the other, the one with the most attention first, by
/// `replacements` at the same places, until the prediction is another. `order`: of each sequence the positions to
/// replace, (count, steps), in that order.
TokenAttack token_attack(std::span<const std::int32_t> sequences, std::span<const std::int32_t> replacements,
                         std::size_t length, std::span<const std::size_t> order, const Predictor& predict);

}  // namespace polarize
