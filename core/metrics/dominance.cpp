#include "metrics/dominance.hpp"

#include <algorithm>
#include <utility>

#include "metrics/attention_map.hpp"

namespace polarize {

namespace {

/// B's sequence with A's top token in the place of its own top token, shuffled before the last position.
std::vector<std::int32_t> mixed(const Examples& examples, std::span<const std::size_t> top, std::size_t a,
                                std::size_t b, RandomStream& stream) {
    const std::span<const std::int32_t> rest = examples.sequence(b);
    std::vector<std::int32_t> tokens(rest.begin(), rest.end());
    tokens[top[b]] = examples.sequence(a)[top[a]];
    stream.shuffle(std::span(tokens).first(tokens.size() - 1));
    return tokens;
}

bool has_two_labels(const Examples& examples) {
    return std::ranges::any_of(examples.targets, [&](std::int32_t label) { return label != examples.targets[0]; });
}

/// A random pair of examples with different labels.
std::pair<std::size_t, std::size_t> random_pair(const Examples& examples, RandomStream& stream) {
    while (true) {
        const auto a = static_cast<std::size_t>(stream.below(examples.count()));
        const auto b = static_cast<std::size_t>(stream.below(examples.count()));
        if (examples.targets[a] != examples.targets[b]) return {a, b};
    }
}

}  // namespace

Dominance label_mixing(const Examples& examples, std::span<const std::size_t> top, std::size_t pairs,
                       const Predictor& predict, RandomStream& stream) {
    if (!has_two_labels(examples)) return {};
    std::vector<std::int32_t> tokens;
    std::vector<std::int32_t> labels;  // of whose top token each mixture holds
    for (std::size_t i = 0; i < pairs; ++i) {
        const auto [a, b] = random_pair(examples, stream);
        for (const auto& [from, into] : {std::pair(a, b), std::pair(b, a)}) {
            const std::vector<std::int32_t> mixture = mixed(examples, top, from, into, stream);
            tokens.insert(tokens.end(), mixture.begin(), mixture.end());
            labels.push_back(examples.targets[from]);
        }
    }
    const std::vector<std::int32_t> predicted = predict(tokens);
    Dominance result{.pairs = pairs};
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (predicted[i] == labels[i]) (i % 2 == 0 ? result.rate_a : result.rate_b) += 1;
    result.rate_a = share(result.rate_a, static_cast<double>(pairs));
    result.rate_b = share(result.rate_b, static_cast<double>(pairs));
    result.rate = (result.rate_a + result.rate_b) / 2;
    return result;
}

}  // namespace polarize
