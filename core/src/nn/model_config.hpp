#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace polarize {

/// Kinds of attention: a score and a normalisation. q, k are a head's query and key, d_h its width; a masked weight is
/// 0.
enum class AttentionKind {
    softmax,                ///< softmax(q·k/√d_h)
    uniform,                ///< equal over the unmasked keys
    sigmoid_norm,           ///< sigmoid(q·k/√d_h), divided by Σ + 1e−9
    sigmoid_unnorm,         ///< sigmoid(q·k/√d_h)
    linear,                 ///< (elu(q)+1)·(elu(k)+1), divided by Σ + 1e−9
    linear_unnorm,          ///< (elu(q)+1)·(elu(k)+1)
    coupled_linear_norm,    ///< elu(q·k/√d_h) + 1, divided by Σ + 1e−9
    coupled_linear_unnorm,  ///< elu(q·k/√d_h) + 1
    raw_dotproduct_norm,    ///< q·k/√d_h, divided by max(|Σ|, 1)
    raw_dotproduct_unnorm,  ///< q·k/√d_h
    mlp_norm,               ///< m(q)·m(k)/√d_h, divided by max(|Σ|, 1); m: d_h → 4 d_h, GELU, → d_h, one per layer
    mlp_unnorm,             ///< m(q)·m(k)/√d_h
    softmax_plus_one,       ///< exp(s)/(1 + Σ exp(s)), s = q·k/√d_h
    softpick,               ///< max(exp(s)−1, 0)/(Σ|exp(s)−1| + 1e−9)
    sink_logit,             ///< exp(s)/(exp(z) + Σ exp(s)), z learned, one per head
    gated,                  ///< softmax, the heads' outputs times sigmoid(Linear(x)) elementwise
};
inline constexpr std::array<std::string_view, 16> kAttentionKindNames{"softmax",
                                                                      "uniform",
                                                                      "sigmoid_norm",
                                                                      "sigmoid_unnorm",
                                                                      "linear",
                                                                      "linear_unnorm",
                                                                      "coupled_linear_norm",
                                                                      "coupled_linear_unnorm",
                                                                      "raw_dotproduct_norm",
                                                                      "raw_dotproduct_unnorm",
                                                                      "mlp_norm",
                                                                      "mlp_unnorm",
                                                                      "softmax_plus_one",
                                                                      "softpick",
                                                                      "sink_logit",
                                                                      "gated"};

/// Whether the weights depend on q and k at all.
constexpr bool reads_scores(AttentionKind kind) { return kind != AttentionKind::uniform; }

/// Whether q and k pass through elu(x) + 1 before they are multiplied, and the scores are not divided by √d_h.
constexpr bool is_linear(AttentionKind kind) {
    return kind == AttentionKind::linear || kind == AttentionKind::linear_unnorm;
}

/// Whether q and k pass through an MLP of the layer before they are multiplied.
constexpr bool has_score_mlp(AttentionKind kind) {
    return kind == AttentionKind::mlp_norm || kind == AttentionKind::mlp_unnorm;
}

constexpr std::string_view name(AttentionKind kind) { return kAttentionKindNames.at(static_cast<std::size_t>(kind)); }

/// How a token's position enters its embedding.
enum class Positions {
    concat,  ///< token and position have half the width each, the token's first
    add,     ///< the position's vector is added to the token's
    no,      ///< not at all
};
inline constexpr std::array<std::string_view, 3> kPositionsNames{"concat", "add", "no"};

constexpr std::string_view name(Positions positions) { return kPositionsNames.at(static_cast<std::size_t>(positions)); }

/// Rows of the table of position embeddings, and so the longest sequence.
inline constexpr std::size_t kMaximumLength = 512;

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

}  // namespace polarize
