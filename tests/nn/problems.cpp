#include "nn/problems.hpp"

#include "numeric/numpy_random.hpp"

namespace polarize::test {

Sequences random_sequences(const ModelConfig& config, std::size_t samples, bool target_for_each_token,
                           std::uint32_t seed) {
    NumpyRandom random(seed);
    const auto below = [&](std::size_t limit) {
        return static_cast<std::int32_t>(random.uniform() * static_cast<double>(limit));
    };
    Sequences sequences;
    for (std::size_t i = 0; i < samples * config.length; ++i) sequences.tokens.push_back(below(config.vocabulary));
    const std::size_t targets = target_for_each_token ? samples * config.length : samples;
    for (std::size_t i = 0; i < targets; ++i) sequences.targets.push_back(below(config.outputs));
    return sequences;
}

std::vector<AttentionKind> all_kinds() {
    std::vector<AttentionKind> kinds;
    kinds.reserve(kEnumNames<AttentionKind>.size());
    for (std::size_t i = 0; i < kEnumNames<AttentionKind>.size(); ++i) kinds.push_back(static_cast<AttentionKind>(i));
    return kinds;
}

std::string kind_name(AttentionKind kind) { return std::string(enum_name(kind)); }

ModelConfig small_model() { return {.vocabulary = 11, .outputs = 6, .d = 24, .layers = 2, .heads = 3, .length = 7}; }

std::vector<float> copy(std::span<const float> values) { return {values.begin(), values.end()}; }

}  // namespace polarize::test
