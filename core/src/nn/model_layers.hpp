#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <polarize/attention_model.hpp>
#include "nn/block.hpp"

namespace polarize {

/// The layers of a transformer, without any numbers of their own. They end early when `interruption`, which must
/// outlive them, says so.
template <class T>
class ModelLayers {
  public:
    ModelLayers(const NnKernels<T>& its_kernels, const ModelConfig& its_config, const Interruption& its_interruption)
        : kernels(its_kernels),
          interruption(&its_interruption),
          config(its_config),
          layout(parameter_layout(its_config)),
          row(head_row_stride(its_config.d, its_config.heads)),
          logits_row(row_stride(its_config.outputs)) {
        blocks.reserve(config.layers);
        for (std::size_t layer = 0; layer < config.layers; ++layer)
            blocks.emplace_back(kernels, its_interruption, config, layout, "layers." + std::to_string(layer) + ".", row,
                                space);
        if (config.layer_norm) final_norm.emplace(kernels, layout, "final_norm", space);
        output.emplace(kernels, its_interruption, layout, "output_proj", space);
    }

    std::size_t parameter_count() const { return layout.back().offset + layout.back().size; }

    /// Calls `visit` with every linear map and LayerNorm.
    template <class Visit>
    void for_each_layer(Visit visit) const {
        for (const Block<T>& block : blocks) block.for_each_layer(visit);
        if (final_norm) visit(*final_norm);
        visit(*output);
    }

    /// The tensors whose gradients are added up in parts: all that some layer uses, but for the embeddings.
    std::vector<GradientRows> gradient_rows() const {
        std::vector<GradientRows> all;
        const auto append = [&](const std::vector<GradientRows>& some) {
            all.insert(all.end(), some.begin(), some.end());
        };
        for_each_layer([&](const auto& layer) { append(layer.gradients()); });
        for (const Block<T>& block : blocks) append(block.own_gradients());
        return all;
    }

    const NnKernels<T>& kernels;
    const Interruption* interruption;
    ModelConfig config;
    std::vector<TensorInfo> layout;
    std::size_t row;         ///< distance of rows of the residual stream
    std::size_t logits_row;  ///< and of rows of logits
    ParameterSpace space;
    std::vector<Block<T>> blocks;
    std::optional<LayerNorm<T>> final_norm;
    std::optional<Linear<T>> output;
};

}  // namespace polarize
