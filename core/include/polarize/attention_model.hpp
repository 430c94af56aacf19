#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <polarize/attention_kinds.hpp>
#include <polarize/enum_names.hpp>

namespace polarize {

/// How a token's position enters its embedding.
enum class Positions {
    concat,  ///< token and position have half the width each, the token's first
    add,     ///< the position's vector is added to the token's
    no,      ///< not at all
};
template <>
inline constexpr auto kEnumNames<Positions> = names_up_to<Positions::no>({"concat", "add", "no"});

// The largest sizes of a tiny model, which keep the number of its parameters within 32 bits: read by the rows of the
// catalogue and by `check`.

inline constexpr std::size_t kMaxLayers = 64;
inline constexpr std::size_t kMaxHeads = 256;
inline constexpr std::size_t kMaxWidth = 1024;
/// Rows of the table of position embeddings, and so the longest sequence.
inline constexpr std::size_t kMaxLength = 512;
/// Tokens that a model can tell apart, and classes that it chooses from.
inline constexpr std::size_t kMaxVocabulary = 65536;
/// Sequences of one update.
inline constexpr std::size_t kMaxBatch = 65536;

/// The hidden width of an MLP in multiples of its input's.
inline constexpr std::size_t kMlpRatio = 4;

/// A pre-norm transformer: embedding, `layers` blocks [LayerNorm, attention, +residual, LayerNorm, MLP, +residual],
/// final LayerNorm, linear output.
struct ModelConfig {
    std::size_t vocabulary = 50;  ///< tokens are 0 … vocabulary − 1
    std::size_t outputs = 50;     ///< classes of the output
    std::size_t d = 128;          ///< width of the residual stream
    std::size_t layers = 2;
    std::size_t heads = 4;
    std::size_t length = 12;  ///< tokens of a sequence, T
    Positions positions = Positions::concat;
    bool causal = true;
    bool mlp = true;
    bool layer_norm = true;
    AttentionKind kind = AttentionKind::softmax;

    bool operator==(const ModelConfig&) const = default;
};

/// Throws Error, naming the field, its value and what is allowed, where `config` describes no model.
void check(const ModelConfig& config);

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
