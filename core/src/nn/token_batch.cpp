#include "nn/token_batch.hpp"

#include <cmath>
#include <string>
#include <string_view>

#include <polarize/error.hpp>

namespace polarize {

namespace {

/// What check_labels says of one that is out of range.
[[noreturn]] void refuse(std::string_view field, std::size_t place, std::int32_t value, std::size_t limit) {
    throw Error(std::string(field) + ": number " + std::to_string(place) + " is " + std::to_string(value) +
                "; allowed: 0 to " + std::to_string(limit - 1));
}

void check_labels(std::string_view field, std::span<const std::int32_t> labels, std::size_t limit) {
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (labels[i] < 0 || static_cast<std::size_t>(labels[i]) >= limit) refuse(field, i, labels[i], limit);
}

}  // namespace

void check_tokens(const ModelConfig& config, std::span<const std::int32_t> tokens) {
    if (tokens.empty() || tokens.size() % config.length != 0)
        throw Error("tokens: " + std::to_string(tokens.size()) + " are no whole sequences of length " +
                    std::to_string(config.length));
    check_labels("tokens", tokens, config.vocabulary);
}

void check_batch(const ModelConfig& config, std::size_t most_samples, const TokenBatch& data, const LossSpec& loss) {
    check_tokens(config, data.tokens);
    const std::size_t samples = data.tokens.size() / config.length;
    if (samples > most_samples)
        throw Error("batch: " + std::to_string(samples) + " samples are more than the " + std::to_string(most_samples) +
                    " told at construction");
    const bool has_all = data.targets.size() == data.tokens.size();
    if (!has_all && (loss.auxiliary != 0 || data.targets.size() != samples))
        throw Error("targets: " + std::to_string(data.targets.size()) + " do not fit " + std::to_string(samples) +
                    " samples of length " + std::to_string(config.length));
    check_labels("targets", data.targets, config.outputs);
    if (loss.position >= config.length)
        throw Error("loss position: " + std::to_string(loss.position) + " is not below the length " +
                    std::to_string(config.length));
    if (!std::isfinite(loss.auxiliary) || loss.auxiliary < 0)
        throw Error("auxiliary weight: " + std::to_string(loss.auxiliary) + " is not a finite number from 0 on");
}

}  // namespace polarize
