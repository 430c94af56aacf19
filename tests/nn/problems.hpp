#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "nn/transformer.hpp"

namespace polarize::test {

/// A batch with memory of its own.
struct Sequences {
    std::vector<std::int32_t> tokens;
    std::vector<std::int32_t> targets;

    TokenBatch batch() const { return {tokens, targets}; }
};

/// `samples` random sequences and a target for every token, or for every sample alone.
Sequences random_sequences(const ModelConfig& config, std::size_t samples, bool target_for_each_token,
                           std::uint32_t seed);

/// A model that every machine trains in no time, and a loss that reads all of its positions.
ModelConfig small_model();
inline constexpr LossSpec kLoss{.position = 6, .auxiliary = 0.2};

std::vector<float> copy(std::span<const float> values);

/// Every kind of attention.
std::vector<AttentionKind> all_kinds();

/// A test's name for a kind.
std::string kind_name(AttentionKind kind);

/// max |x − y| / (|y| + floor) over two sequences of one length.
template <class X, class Y>
double largest_relative_difference(const X& x, const Y& y, double floor) {
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double difference = static_cast<double>(x[i]) - static_cast<double>(y[i]);
        const double size = static_cast<double>(y[i]) < 0 ? -static_cast<double>(y[i]) : static_cast<double>(y[i]);
        const double relative = (difference < 0 ? -difference : difference) / (size + floor);
        if (!(relative <= largest)) largest = relative;
    }
    return largest;
}

}  // namespace polarize::test
