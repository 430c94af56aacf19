#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "nn/model_config.hpp"

namespace polarize {

/// Where a tensor lies in the flat buffer of parameters, row-major and without gaps.
struct TensorInfo {
    /// PyTorch's name, e.g. "layers.0.q_proj.weight". Attention's own MLP is "layers.0.attn_mlp.0" and ".2", its sink
    /// logits "layers.0.sink_logit", its gate "layers.0.gate_proj".
    std::string name;
    std::vector<std::size_t> shape;  ///< one or two sizes; a linear map's weight is (out, in)
    std::size_t offset;              ///< in elements
    std::size_t size;                ///< product of the shape
};

/// The tensors of a model in the order of the flat buffer (that of PyTorch's state_dict).
std::vector<TensorInfo> parameter_layout(const ModelConfig& config);

/// The tensor called `name`. Throws Error, listing what there is, where there is none.
const TensorInfo& find_tensor(const std::vector<TensorInfo>& layout, std::string_view name);

}  // namespace polarize
