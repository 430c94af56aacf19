#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polarize/isa.hpp>
#include "nn/activations.hpp"
#include "nn/first_layer.hpp"
#include "nn/model_layers.hpp"
#include "nn/team.hpp"

namespace polarize {

/// A batch is always split into this many parts (fewer where it has fewer samples), each with a gradient of its own
/// that is added up in one order: so sums do not depend on the number of threads.
inline constexpr std::size_t kParts = 8;

/// Tokens that a thread takes through the model at a time, so that their activations stay near in the caches.
inline constexpr std::size_t kChunkTokens = 384;

inline std::size_t parts_of(std::size_t samples) { return std::min(kParts, samples); }

/// More threads than there are parts of a batch would have nothing to do.
inline std::size_t max_at_work(std::size_t threads) { return std::min(threads, kParts); }

/// Samples of a chunk where at most `samples` are in a part.
inline std::size_t chunk_samples(const ModelConfig& config, std::size_t samples) {
    return std::clamp<std::size_t>(kChunkTokens / config.length, 1, (samples + kParts - 1) / kParts);
}

/// What a transformer holds. training_step.hpp says what a step makes of it.
template <class T>
struct TransformerState {
    TransformerState(const ModelConfig& config, std::size_t max_samples, std::size_t threads, Isa on)
        : isa(on),
          model(nn_kernels<T>(isa), config, interruption),
          batch(max_samples),
          team(max_at_work(threads)),
          parameters(padded_row(model.parameter_count())),
          gradient(parameters.size()),
          first(parameters.size()),
          second(parameters.size()),
          packed(padded_row(model.space.packed)),
          gradient_rows(model.gradient_rows()) {}

    /// Readies a call of training or evaluation: what it needs beyond the parameters, allocated once, and the packed
    /// parameters. Throws Interrupted.
    void prepare() {
        interruption.begin();
        allocate();
        pack();
        interruption.end_if_requested();
    }

    void allocate() {
        if (!activations.empty()) return;
        grow(part, parts_of(batch) * part_size(), interruption);
        first_layer.clear();
        first_layer.emplace_back(model, batch);
        std::vector<Activations<T>> made;
        made.reserve(team.threads());
        for (std::size_t thread = 0; thread < team.threads(); ++thread)
            made.emplace_back(model, chunk_samples(model.config, batch));
        activations = std::move(made);  // last: where memory runs out before, the next call begins anew
    }

    std::size_t part_size() const { return padded_row(model.space.gradient); }

    void pack() {
        model.for_each_layer([&](const auto& layer) { layer.pack(parameters.data(), packed.data()); });
    }

    Isa isa;
    Interruption interruption;
    ModelLayers<T> model;
    std::size_t batch;
    Team team;
    Buffer<T> parameters;
    Buffer<T> gradient;
    Buffer<T> first;
    Buffer<T> second;
    Buffer<T> packed;
    std::vector<GradientRows> gradient_rows;
    std::uint64_t steps = 0;
    Buffer<T> part;
    std::vector<FirstLayer<T>> first_layer;  ///< one, once it is allocated
    std::vector<Activations<T>> activations;
};

}  // namespace polarize
