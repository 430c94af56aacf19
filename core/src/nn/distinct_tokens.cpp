#include "nn/distinct_tokens.hpp"

#include <algorithm>
#include <limits>

namespace polarize {

namespace {
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

std::size_t kinds_of_tokens(const ModelConfig& config) {
    return config.vocabulary * (config.positions == Positions::no ? 1 : config.length);
}
}  // namespace

DistinctTokens::DistinctTokens(const ModelConfig& config, std::size_t samples)
    : vocabulary_(config.vocabulary),
      length_(config.length),
      counts_positions_(config.positions != Positions::no),
      number_(kinds_of_tokens(config), kNone) {
    const std::size_t tokens = samples * config.length;
    pairs_.reserve(capacity(config, samples));
    of_token_.reserve(tokens);
    of_query_.reserve(tokens);
    for (Occurrences* occurrences : {&tokens_, &queries_}) {
        occurrences->start.reserve(capacity(config, samples) + 1);
        occurrences->places.reserve(tokens);
    }
}

std::size_t DistinctTokens::capacity(const ModelConfig& config, std::size_t samples) {
    return std::min(kinds_of_tokens(config), samples * config.length);
}

std::uint64_t DistinctTokens::memory_bytes(const ModelConfig& config, std::size_t samples) {
    const std::size_t numbers =
        kinds_of_tokens(config) + 4 * samples * config.length + 4 * capacity(config, samples) + 2;
    return static_cast<std::uint64_t>(numbers) * sizeof(std::uint32_t);
}

std::uint32_t DistinctTokens::pair_at(std::int32_t token, std::size_t position) {
    const std::size_t kind = static_cast<std::size_t>(token) + (counts_positions_ ? position * vocabulary_ : 0);
    if (number_[kind] == kNone) {
        number_[kind] = static_cast<std::uint32_t>(pairs_.size());
        pairs_.push_back({static_cast<std::uint32_t>(token), static_cast<std::uint32_t>(position)});
    }
    return number_[kind];
}

void DistinctTokens::find(std::span<const std::int32_t> tokens, std::size_t first_query, std::size_t queries) {
    for (const Pair& pair : pairs_) number_[pair.token + (counts_positions_ ? pair.position * vocabulary_ : 0)] = kNone;
    pairs_.clear();
    of_query_.clear();
    for (std::size_t begin = 0; begin < tokens.size(); begin += length_)
        for (std::size_t position = first_query; position < first_query + queries; ++position)
            of_query_.push_back(pair_at(tokens[begin + position], position));
    query_pairs_ = pairs_.size();
    of_token_.clear();
    for (std::size_t place = 0; place < tokens.size(); ++place)
        of_token_.push_back(pair_at(tokens[place], place % length_));
    tokens_.sort(of_token_, pairs_.size());
    queries_.sort(of_query_, pairs_.size());
}

void DistinctTokens::Occurrences::sort(const std::vector<std::uint32_t>& pair_of_place, std::size_t pairs) {
    start.assign(pairs + 1, 0);
    for (const std::uint32_t pair : pair_of_place) ++start[pair + 1];
    for (std::size_t pair = 0; pair < pairs; ++pair) start[pair + 1] += start[pair];
    places.resize(pair_of_place.size());
    // Each list's start serves as its pen and ends where the next begins; then all move back by one.
    for (std::size_t place = 0; place < pair_of_place.size(); ++place)
        places[start[pair_of_place[place]]++] = static_cast<std::uint32_t>(place);
    std::rotate(start.begin(), start.end() - 1, start.end());
    start[0] = 0;
}

}  // namespace polarize
