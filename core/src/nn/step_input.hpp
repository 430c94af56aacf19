#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "nn/token_batch.hpp"
#include "nn/transformer_state.hpp"

// What the calls of a training step (training_step.hpp) hand to each other.
namespace polarize {

/// Which positions are computed in the last block and after it: all, or the one that the loss reads.
struct QueryRange {
    std::size_t first;
    std::size_t count;
};

/// What the chunks of a step read.
template <class T>
struct StepInput {
    const T* parameters;               ///< flat, in the order of the layout
    const T* packed;                   ///< the same, as the kernels read them
    const FirstLayer<T>* first_layer;  ///< what `embed` computed
    QueryRange queries;                ///< of the last block
};

template <class T>
StepInput<T> input_of(const TransformerState<T>& state, const QueryRange& queries) {
    return {state.parameters.data(), state.packed.data(), state.first_layer.data(), queries};
}

/// The positions that are queries in block number `layer`.
template <class T>
QueryRange queries_of(const StepInput<T>& input, const ModelLayers<T>& model, std::size_t layer) {
    return layer + 1 == model.blocks.size() ? input.queries : QueryRange{0, model.config.length};
}

/// The rows of a chunk's tokens, and those of its queries among them.
template <class T>
TokenRows token_rows(const ModelLayers<T>& model, const QueryRange& queries, std::size_t samples) {
    const std::size_t length = model.config.length;
    return {.all = samples * length,
            .queries = samples * queries.count,
            .first_query = queries.first,
            .step = length / queries.count};
}

/// Rows of queries to their places among all rows, 0 in the others.
template <class T>
void spread(const ModelLayers<T>& model, const TokenRows& rows, const T* from, T* to) {
    std::fill_n(to, rows.all * model.row, T(0));
    for (std::size_t i = 0; i < rows.queries; ++i)
        std::copy_n(from + i * model.row, model.config.d, to + (rows.first_query + i * rows.step) * model.row);
}

/// What the loss compares with, of the whole batch.
struct LossTargets {
    std::span<const std::int32_t> labels;  ///< [sample][position] or [sample]
    std::size_t batch;
    std::size_t position;
    double auxiliary;
};

/// Sums over samples of cross-entropies.
struct LossSums {
    double at_position = 0;
    double others = 0;
};

/// The loss of a batch from the sums of its parts; `others` positions of each sample beside the one of the loss are
/// read.
inline LossValue mean_loss(std::span<const LossSums> parts, const LossTargets& targets, std::size_t others) {
    LossValue loss;
    for (const LossSums& sums : parts) {
        loss.at_position += sums.at_position;
        loss.others += sums.others;
    }
    loss.at_position /= static_cast<double>(targets.batch);
    if (others > 0) loss.others /= static_cast<double>(targets.batch * others);
    loss.total = loss.at_position + targets.auxiliary * loss.others;
    return loss;
}

}  // namespace polarize
