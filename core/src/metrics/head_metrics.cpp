#include <polarize/attention_metrics.hpp>

#include <cmath>

#include "metrics/attention_map.hpp"

namespace polarize {

namespace {

constexpr float kTiny = 0.001F;
constexpr float kLarge = 0.1F;

/// Sums over rows of weights.
struct SinkSums {
    double first = 0;           // Σ w[q, 0]
    double total = 0;           // Σ w[q, k]
    double first_size = 0;      // Σ |w[q, 0]|
    double total_size = 0;      // Σ |w[q, k]|
    double first_to_total = 0;  // Σ_q w[q, 0] / (Σ_k w[q, k] + ε)

    void add(std::span<const float> row) {
        const RowSums sums = row_sums(row);
        const auto on_first = static_cast<double>(row[0]);
        first += on_first;
        total += sums.total;
        first_size += std::abs(on_first);
        total_size += sums.absolute;
        first_to_total += on_first / (sums.total + kWeightEpsilon);
    }
};

}  // namespace

void HeadMeter::add(const AttentionMap& map) {
    sequences_ += 1;
    add_sink(map);
    add_rows(map);
    add_last_row(map);
}

void HeadMeter::add_sink(const AttentionMap& map) {
    constexpr std::size_t kLeftOut = 2;
    if (map.length < kLeftOut + 2) return;
    SinkSums sums;
    const std::size_t end = map.length - kLeftOut;
    for (std::size_t q = 1; q < end; ++q) sums.add(map.row(q));
    SinkMetrics& sink = sums_.sink;
    sink.score += sums.first / (sums.total + kWeightEpsilon);
    sink.absolute_score += sums.first_size / (sums.total_size + kWeightEpsilon);
    sink.row_score += sums.first_to_total;
    sink_first_ += sums.first;
    sink_total_ += sums.total;
    sink_rows_ += static_cast<double>(end - 1);
    sums.add(map.row(end));
    sink.next_row_score += sums.first / (sums.total + kWeightEpsilon);
}

void HeadMeter::add_rows(const AttentionMap& map) {
    for (std::size_t q = 0; q < map.length; ++q) {
        const std::span<const float> row = map.row(q);
        const RowSums sums = row_sums(row);
        sums_.sparsity += sums.largest;
        sums_.first_token += static_cast<double>(row[0]) / (sums.total + kWeightEpsilon);
        sums_.entropy += row_entropy(row);
        for (const float weight : row) {
            if (std::abs(weight) < kTiny) sums_.tiny_share += 1;
            if (weight > kLarge) sums_.large_share += 1;
        }
        rows_ += 1;
        weights_ += static_cast<double>(row.size());
    }
}

void HeadMeter::add_last_row(const AttentionMap& map) {
    const std::span<const float> row = map.row(map.length - 1);
    const RowSums sums = row_sums(row);
    sums_.rel_attn_max += share(sums.largest, sums.total);
    sums_.rel_attn_max_abs += share(sums.largest_size, sums.absolute);
    sums_.attn_max += sums.largest;
    sums_.attn_sum += sums.total;
    sums_.last_entropy += row_entropy(row);
}

HeadMetrics HeadMeter::result() const {
    HeadMetrics mean = sums_;
    SinkMetrics& sink = mean.sink;
    for (double* const value : {&sink.score, &sink.absolute_score, &sink.next_row_score, &mean.last_entropy,
                                &mean.rel_attn_max, &mean.rel_attn_max_abs, &mean.attn_max, &mean.attn_sum})
        *value = share(*value, sequences_);
    sink.row_score = share(sink.row_score, sink_rows_);
    sink.pooled_score = share(sink_first_, sink_total_);
    sink.first_weight = share(sink_first_, sink_rows_);
    sink.total_weight = share(sink_total_, sink_rows_);
    for (double* const value : {&mean.sparsity, &mean.first_token, &mean.entropy}) *value = share(*value, rows_);
    for (double* const value : {&mean.tiny_share, &mean.large_share}) *value = share(*value, weights_);
    return mean;
}

}  // namespace polarize
