#include "nn/model_config.hpp"

#include <string>

#include <polarize/error.hpp>

namespace polarize {

namespace {

/// Sizes above these describe no tiny model; they keep the number of parameters within 32 bits.
constexpr std::size_t kMaximumVocabulary = 65536;
constexpr std::size_t kMaximumWidth = 1024;
constexpr std::size_t kMaximumLayers = 64;

void check_range(std::string_view field, std::size_t value, std::size_t least, std::size_t most) {
    if (value >= least && value <= most) return;
    throw Error(std::string(field) + ": " + std::to_string(value) + " is not within " + std::to_string(least) + " to " +
                std::to_string(most));
}

}  // namespace

void check(const ModelConfig& config) {
    check_range("vocabulary", config.vocabulary, 1, kMaximumVocabulary);
    check_range("outputs", config.outputs, 1, kMaximumVocabulary);
    check_range("d", config.d, 1, kMaximumWidth);
    check_range("layers", config.layers, 1, kMaximumLayers);
    check_range("heads", config.heads, 1, config.d);
    check_range("length", config.length, 1, kMaximumLength);
    if (config.d % config.heads != 0)
        throw Error("heads: " + std::to_string(config.heads) + " does not divide d = " + std::to_string(config.d));
    if (config.positions == Positions::concat && config.d % 2 != 0)
        throw Error("d: " + std::to_string(config.d) + " is odd; positions \"concat\" give each half the width");
}

}  // namespace polarize
