#include "nn/token_batch.hpp"

#include <cmath>
#include <string>
#include <string_view>

#include <polarize/error.hpp>

namespace polarize {

namespace {

/// What check_labels says of one that is out of range.
[[noreturn]] void refuse(std::string_view field, std::size_t place, std::int32_t value, std::size_t limit) {
    throw refused(field, "", "number " + std::to_string(place) + " is " + std::to_string(value),
                  "0 to " + std::to_string(limit - 1), ErrorCode::out_of_range);
}

void check_labels(std::string_view field, std::span<const std::int32_t> labels, std::size_t limit) {
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (labels[i] < 0 || static_cast<std::size_t>(labels[i]) >= limit) refuse(field, i, labels[i], limit);
}

}  // namespace

void check_tokens(const ModelConfig& config, std::span<const std::int32_t> tokens) {
    if (tokens.empty() || tokens.size() % config.length != 0)
        throw refused("tokens", tokens.size(), "do not make whole sequences",
                      "multiples of the length " + std::to_string(config.length), ErrorCode::wrong_shape);
    check_labels("tokens", tokens, config.vocabulary);
}

void check_batch(const ModelConfig& config, std::size_t max_samples, const TokenBatch& data, const LossSpec& loss) {
    check_tokens(config, data.tokens);
    const std::size_t samples = data.tokens.size() / config.length;
    if (samples > max_samples)
        throw refused("batch", samples, "samples are too many", "up to " + std::to_string(max_samples),
                      ErrorCode::out_of_range);
    const bool has_all = data.targets.size() == data.tokens.size();
    if (!has_all && (loss.auxiliary != 0 || data.targets.size() != samples))
        throw refused("targets", data.targets.size(),
                      "do not fit " + std::to_string(samples) + " samples of length " + std::to_string(config.length),
                      "one for each token, or one for each sample where the loss has no auxiliary part",
                      ErrorCode::wrong_shape);
    check_labels("targets", data.targets, config.outputs);
    if (loss.position >= config.length)
        throw refused("loss position", loss.position, "0 to " + std::to_string(config.length - 1));
    if (!std::isfinite(loss.auxiliary) || loss.auxiliary < 0)
        throw refused("auxiliary weight", loss.auxiliary, "finite numbers from 0");
}

}  // namespace polarize
