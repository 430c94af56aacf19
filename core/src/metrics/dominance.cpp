#include "metrics/dominance.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "metrics/attention_map.hpp"

namespace polarize {

namespace {

/// A sequence that holds one token of another.
struct Mixture {
    std::vector<std::int32_t> tokens;
    std::size_t place = 0;  // of that token
};

/// B's sequence with A's top token in the place of its own top token, shuffled before the last position.
Mixture mixed(const Examples& examples, std::span<const std::size_t> top, std::size_t a, std::size_t b,
              RandomStream& stream) {
    const std::span<const std::int32_t> rest = examples.sequence(b);
    std::vector<std::size_t> order(rest.size() - 1);
    std::iota(order.begin(), order.end(), std::size_t{0});
    stream.shuffle(std::span(order));
    Mixture mixture{.tokens = {rest.begin(), rest.end()}};
    for (std::size_t t = 0; t < order.size(); ++t) {
        const bool is_guest = order[t] == top[b];
        mixture.tokens[t] = is_guest ? examples.sequence(a)[top[a]] : rest[order[t]];
        if (is_guest) mixture.place = t;
    }
    return mixture;
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
                       const HeadObserver& observe, RandomStream& stream) {
    if (!has_two_labels(examples)) return {};
    std::vector<std::int32_t> tokens;
    std::vector<HeadAnswer> guests;  // of each mixture the guest's label and place
    for (std::size_t i = 0; i < pairs; ++i) {
        const auto [a, b] = random_pair(examples, stream);
        for (const auto& [from, into] : {std::pair(a, b), std::pair(b, a)}) {
            const Mixture mixture = mixed(examples, top, from, into, stream);
            tokens.insert(tokens.end(), mixture.tokens.begin(), mixture.tokens.end());
            guests.push_back({examples.targets[from], mixture.place});
        }
    }
    const std::vector<HeadAnswer> answers = observe(tokens);
    Dominance result{.pairs = pairs};
    for (std::size_t i = 0; i < guests.size(); ++i) {
        const double decides = answers[i].predicted == guests[i].predicted ? 1 : 0;
        const double leads = answers[i].top == guests[i].top ? 1 : 0;
        (i % 2 == 0 ? result.rate_a : result.rate_b) += decides;
        result.leading += leads;
        result.rate_leading += leads * decides;
    }
    result.rate_leading = share(result.rate_leading, result.leading);
    result.leading = share(result.leading, static_cast<double>(guests.size()));
    result.rate_a = share(result.rate_a, static_cast<double>(pairs));
    result.rate_b = share(result.rate_b, static_cast<double>(pairs));
    result.rate = (result.rate_a + result.rate_b) / 2;
    return result;
}

}  // namespace polarize
