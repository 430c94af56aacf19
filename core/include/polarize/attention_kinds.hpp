#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>

#include <polarize/enum_names.hpp>

namespace polarize {

/// Kinds of attention: how the scores of a query become the weights of the keys. kAttentionKinds says what holds of
/// each.
enum class AttentionKind {
    softmax,
    uniform,
    sigmoid_norm,
    sigmoid_unnorm,
    linear,
    linear_unnorm,
    coupled_linear_norm,
    coupled_linear_unnorm,
    raw_dotproduct_norm,
    raw_dotproduct_unnorm,
    mlp_norm,
    mlp_unnorm,
    softmax_plus_one,
    softpick,
    sink_logit,
    gated,
};

/// What the score s of a query q and a key k is; d_h is a head's width.
enum class ScoreRule {
    none,          ///< weights depend on neither q nor k
    dot_product,   ///< q·k/√d_h
    elu_features,  ///< (elu(q)+1)·(elu(k)+1)
    mlp_features,  ///< m(q)·m(k)/√d_h with an MLP m of the layer: d_h → 4 d_h, GELU, → d_h
};

/// What a key's weight is in proportion to.
enum class Numerator {
    one,              ///< 1
    score,            ///< s
    sigmoid,          ///< 1/(1 + exp(−s))
    elu_plus_one,     ///< elu(s) + 1
    exponential,      ///< exp(s)
    positive_excess,  ///< max(exp(s) − 1, 0)
};

/// What the numerators n of a row are divided by.
enum class Divisor {
    none,
    sum,               ///< Σ n, + 1e−9 unless n is 1 or exp(s)
    clamped_sum,       ///< max(|Σ n|, 1)
    sum_with_one,      ///< 1 + Σ n
    sum_with_sink,     ///< exp(z) + Σ n with a learned logit z of each head
    sum_of_magnitude,  ///< Σ |exp(s) − 1| + 1e−9
};

/// What holds of a kind of attention.
struct AttentionKindTraits {
    AttentionKind kind;
    std::string_view name;
    std::string_view formula;  ///< of the weight of key k; masked keys have 0 and are in no sum
    ScoreRule score = ScoreRule::dot_product;
    Numerator numerator = Numerator::score;
    Divisor divisor = Divisor::none;
    bool is_signed = false;      ///< weights may be negative
    bool is_normalised = false;  ///< weights of a row sum to 1 (up to 1e−9)
    bool has_gate = false;       ///< the heads' outputs are multiplied by sigmoid(Linear(x)), elementwise

    /// Whether the weights depend on q and k at all.
    constexpr bool reads_scores() const { return score != ScoreRule::none; }
    /// Whether scores are divided by √d_h.
    constexpr bool scales_scores() const { return score == ScoreRule::dot_product || score == ScoreRule::mlp_features; }
    /// Whether a weight reads the sum over its row.
    constexpr bool reads_sum() const { return divisor != Divisor::none; }
    /// Whether a layer learns a logit for each head's sink.
    constexpr bool has_sink_logit() const { return divisor == Divisor::sum_with_sink; }
    /// Whether q and k pass through an MLP that the layer learns.
    constexpr bool has_score_mlp() const { return score == ScoreRule::mlp_features; }
};

/// A plain array, which kernels can read without a function of the standard library.
inline constexpr AttentionKindTraits kAttentionKinds[] = {
    {.kind = AttentionKind::softmax,
     .name = "softmax",
     .formula = "exp(s)/Σ exp(s), s = q·k/√d_h",
     .numerator = Numerator::exponential,
     .divisor = Divisor::sum,
     .is_normalised = true},
    {.kind = AttentionKind::uniform,
     .name = "uniform",
     .formula = "1/Σ 1",
     .score = ScoreRule::none,
     .numerator = Numerator::one,
     .divisor = Divisor::sum,
     .is_normalised = true},
    {.kind = AttentionKind::sigmoid_norm,
     .name = "sigmoid_norm",
     .formula = "sigmoid(s)/(Σ sigmoid(s) + 1e−9), s = q·k/√d_h",
     .numerator = Numerator::sigmoid,
     .divisor = Divisor::sum,
     .is_normalised = true},
    {.kind = AttentionKind::sigmoid_unnorm,
     .name = "sigmoid_unnorm",
     .formula = "sigmoid(s), s = q·k/√d_h",
     .numerator = Numerator::sigmoid},
    {.kind = AttentionKind::linear,
     .name = "linear",
     .formula = "s/(Σ s + 1e−9), s = (elu(q)+1)·(elu(k)+1)",
     .score = ScoreRule::elu_features,
     .divisor = Divisor::sum,
     .is_normalised = true},
    {.kind = AttentionKind::linear_unnorm,
     .name = "linear_unnorm",
     .formula = "(elu(q)+1)·(elu(k)+1)",
     .score = ScoreRule::elu_features},
    {.kind = AttentionKind::coupled_linear_norm,
     .name = "coupled_linear_norm",
     .formula = "(elu(s)+1)/(Σ (elu(s)+1) + 1e−9), s = q·k/√d_h",
     .numerator = Numerator::elu_plus_one,
     .divisor = Divisor::sum,
     .is_normalised = true},
    {.kind = AttentionKind::coupled_linear_unnorm,
     .name = "coupled_linear_unnorm",
     .formula = "elu(s)+1, s = q·k/√d_h",
     .numerator = Numerator::elu_plus_one},
    {.kind = AttentionKind::raw_dotproduct_norm,
     .name = "raw_dotproduct_norm",
     .formula = "s/max(|Σ s|, 1), s = q·k/√d_h",
     .divisor = Divisor::clamped_sum,
     .is_signed = true},
    {.kind = AttentionKind::raw_dotproduct_unnorm,
     .name = "raw_dotproduct_unnorm",
     .formula = "q·k/√d_h",
     .is_signed = true},
    {.kind = AttentionKind::mlp_norm,
     .name = "mlp_norm",
     .formula = "s/max(|Σ s|, 1), s = m(q)·m(k)/√d_h, m an MLP of the layer",
     .score = ScoreRule::mlp_features,
     .divisor = Divisor::clamped_sum,
     .is_signed = true},
    {.kind = AttentionKind::mlp_unnorm,
     .name = "mlp_unnorm",
     .formula = "m(q)·m(k)/√d_h, m an MLP of the layer",
     .score = ScoreRule::mlp_features,
     .is_signed = true},
    {.kind = AttentionKind::softmax_plus_one,
     .name = "softmax_plus_one",
     .formula = "exp(s)/(1 + Σ exp(s)), s = q·k/√d_h",
     .numerator = Numerator::exponential,
     .divisor = Divisor::sum_with_one},
    {.kind = AttentionKind::softpick,
     .name = "softpick",
     .formula = "max(exp(s)−1, 0)/(Σ |exp(s)−1| + 1e−9), s = q·k/√d_h",
     .numerator = Numerator::positive_excess,
     .divisor = Divisor::sum_of_magnitude},
    {.kind = AttentionKind::sink_logit,
     .name = "sink_logit",
     .formula = "exp(s)/(exp(z) + Σ exp(s)), s = q·k/√d_h, z learned for each head",
     .numerator = Numerator::exponential,
     .divisor = Divisor::sum_with_sink},
    {.kind = AttentionKind::gated,
     .name = "gated",
     .formula = "exp(s)/Σ exp(s), s = q·k/√d_h; outputs times sigmoid(Linear(x))",
     .numerator = Numerator::exponential,
     .divisor = Divisor::sum,
     .is_normalised = true,
     .has_gate = true},
};
static_assert(
    [] {
        std::size_t number = 0;
        for (const AttentionKindTraits& row : kAttentionKinds)
            if (static_cast<std::size_t>(row.kind) != number++) return false;
        return number == static_cast<std::size_t>(AttentionKind::gated) + 1;
    }(),
    "one row for each kind of attention, in the order of the enumerators");

constexpr const AttentionKindTraits& traits(AttentionKind kind) {
    return kAttentionKinds[static_cast<std::size_t>(kind)];
}

template <>
inline constexpr auto kEnumNames<AttentionKind> = [] {
    std::array<std::string_view, std::size(kAttentionKinds)> names{};
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = kAttentionKinds[i].name;
    return names;
}();

}  // namespace polarize
