#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polarize/attention_model.hpp>

namespace polarize {

/// The distinct (token, position) pairs of a batch. What a model's first layer computes of a token before attention
/// depends on its pair alone.
class DistinctTokens {
  public:
    /// For batches of at most `samples` samples.
    DistinctTokens(const ModelConfig& config, std::size_t samples);

    /// Bytes that such an object holds.
    static std::uint64_t memory_bytes(const ModelConfig& config, std::size_t samples);
    /// The most pairs that such a batch can have.
    static std::size_t capacity(const ModelConfig& config, std::size_t samples);

    /// Finds the pairs of [sample][position] tokens, each below the vocabulary; those that occur at the queries'
    /// positions, first_query … first_query + queries − 1, come first.
    void find(std::span<const std::int32_t> tokens, std::size_t first_query, std::size_t queries);

    struct Pair {
        std::uint32_t token;
        std::uint32_t position;  ///< one at which it occurs, where positions do not count
    };
    const std::vector<Pair>& pairs() const { return pairs_; }
    /// How many of the pairs, counted from the first, occur as queries.
    std::size_t query_pairs() const { return query_pairs_; }

    /// The pair of the token [sample][position] and of the query [sample][query].
    std::uint32_t pair_of_token(std::size_t token) const { return of_token_[token]; }
    std::uint32_t pair_of_query(std::size_t query) const { return of_query_[query]; }

    /// Where a pair occurs among the tokens and among the queries, ascending.
    std::span<const std::uint32_t> tokens_of(std::size_t pair) const { return tokens_.of(pair); }
    std::span<const std::uint32_t> queries_of(std::size_t pair) const { return queries_.of(pair); }

  private:
    /// For each pair the places where it occurs, one list behind the other.
    struct Occurrences {
        std::vector<std::uint32_t> start;
        std::vector<std::uint32_t> places;

        void sort(const std::vector<std::uint32_t>& pair_of_place, std::size_t pairs);
        std::span<const std::uint32_t> of(std::size_t pair) const {
            return std::span(places).subspan(start[pair], start[pair + 1] - start[pair]);
        }
    };

    std::uint32_t pair_at(std::int32_t token, std::size_t position);

    std::size_t vocabulary_;
    std::size_t length_;
    bool counts_positions_;
    std::vector<std::uint32_t> number_;  ///< of [position][token]; kNone where it did not occur
    std::vector<Pair> pairs_;
    std::size_t query_pairs_ = 0;
    std::vector<std::uint32_t> of_token_;
    std::vector<std::uint32_t> of_query_;
    Occurrences tokens_;
    Occurrences queries_;
};

}  // namespace polarize
