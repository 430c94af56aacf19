#pragma once

#include <cstddef>
#include <span>

namespace polarize {

/// The attention weights of one head on one sequence: weights (T, T), a row for each query. Weights need be neither
/// positive nor normalised.
struct AttentionMap {
    std::span<const float> weights;  ///< (T, T)
    std::size_t length = 0;          ///< T
    bool causal = false;             ///< query q may see the keys 0 … q only

    /// The weights on what query `q` may see.
    std::span<const float> row(std::size_t q) const { return weights.subspan(q * length, causal ? q + 1 : length); }
};

/// Added to a sum of weights before it divides.
inline constexpr double kWeightEpsilon = 1e-9;

/// How much a head attends to the first token. The queries that count are 1 … T − 3: the first token itself and the
/// last two are left out.
struct SinkMetrics {
    double score = 0;           ///< mean over sequences of Σ w[q, 0] / (Σ w[q, k] + 1e−9), sums over the queries
    double absolute_score = 0;  ///< the same of |w|; differs where weights have signs
    double row_score = 0;       ///< mean over sequences and queries of w[q, 0] / (Σ_k w[q, k] + 1e−9)
    double pooled_score = 0;    ///< Σ w[q, 0] / Σ w[q, k] over all sequences and queries together
    double next_row_score = 0;  ///< score with query T − 2 counted too
    double first_weight = 0;    ///< mean over sequences and queries of w[q, 0]
    double total_weight = 0;    ///< mean over sequences and queries of Σ_k w[q, k]: 1 where the kind normalises

    bool operator==(const SinkMetrics&) const = default;
};

/// What is measured of one head over many sequences.
struct HeadMetrics {
    SinkMetrics sink;
    double sparsity = 0;          ///< mean over sequences and queries of the largest weight
    double first_token = 0;       ///< mean over sequences and queries of w[q, 0] / (Σ_k w[q, k] + 1e−9)
    double tiny_share = 0;        ///< share of the weights that are below 0.001 in size
    double large_share = 0;       ///< share of the weights that are above 0.1
    double entropy = 0;           ///< mean over sequences and queries of the entropy of |w|/Σ|w|, nats
    double last_entropy = 0;      ///< the same of the last query alone
    double rel_attn_max = 0;      ///< mean over sequences of max w / Σ w of the last query, as it is, with its sign
    double rel_attn_max_abs = 0;  ///< mean over sequences of max |w| / Σ |w| of the last query
    double attn_max = 0;          ///< mean over sequences of max w of the last query
    double attn_sum = 0;          ///< mean over sequences of Σ w of the last query

    bool operator==(const HeadMetrics&) const = default;
};

/// Measures one head, sequence by sequence. Sinks need sequences of four tokens or more, and are 0 for shorter ones.
class HeadMeter {
  public:
    void add(const AttentionMap& map);

    /// The means over all that was added; all 0 where nothing was.
    HeadMetrics result() const;

  private:
    void add_sink(const AttentionMap& map);
    void add_rows(const AttentionMap& map);
    void add_last_row(const AttentionMap& map);

    HeadMetrics sums_;  // of what result() divides by the number of sequences
    double sink_first_ = 0;
    double sink_total_ = 0;
    double sink_rows_ = 0;
    double rows_ = 0;
    double weights_ = 0;
    double sequences_ = 0;
};

}  // namespace polarize
