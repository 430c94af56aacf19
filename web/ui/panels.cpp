#include "panels.hpp"

#include <array>

namespace polarize::ui {

namespace {

constexpr std::array alpha = {PanelSeries{"alpha", "α_"}};
constexpr std::array projections = {PanelSeries{"u", "u_"}};
constexpr std::array scores = {PanelSeries{"a", "a_"}};
constexpr std::array loss = {PanelSeries{"loss", "L"}, PanelSeries{"kl_divergence", "KL"}};
constexpr std::array gradients = {PanelSeries{"grad_V", "‖∂V‖"}, PanelSeries{"grad_a", "‖∂a‖"}};
constexpr std::array entropy = {PanelSeries{"entropy", "H"}};
constexpr std::array margin = {PanelSeries{"margin", "z"}, PanelSeries{"beta_norm", "‖β‖"}};
constexpr std::array alignment = {PanelSeries{"alignment", "cos"}};
constexpr std::array column_norm = {PanelSeries{"top_column_norm", "‖U_w‖"}, PanelSeries{"other_column_norm", "‖U_j‖"}};
constexpr std::array singular_values = {PanelSeries{"singular_values", "σ_"}};

constexpr std::array all = {
    Panel{Text::alpha_title, Text::alpha_help, "α = σ(a)", alpha, ValueAxis::weights, true},
    Panel{Text::projections_title, Text::projections_help, "u = V^⊤ β_*", projections, ValueAxis::linear, true},
    Panel{Text::scores_title, Text::scores_help, "a′_i ∝ α_i (u_i − ⟨u, α⟩)", scores, ValueAxis::linear, true},
    Panel{Text::loss_title, Text::loss_help, "L = ℓ(V α)", loss, ValueAxis::logarithmic, false},
    Panel{Text::entropy_title, Text::entropy_help, "H = −Σ_j α_j log α_j", entropy, ValueAxis::entropy, false},
    Panel{Text::gradients_title, Text::gradients_help, "∂V = r α^⊤,  ∂a = J V^⊤ r", gradients, ValueAxis::logarithmic,
          false},
    Panel{Text::margin_title, Text::margin_help, "z = β_*^⊤ β,  β = V α", margin, ValueAxis::linear, false},
    Panel{Text::alignment_title, Text::alignment_help, "cos(β, β_*)", alignment, ValueAxis::linear, false},
    Panel{Text::column_norm_title, Text::column_norm_help, "‖U_w‖,  w = argmax α", column_norm, ValueAxis::linear,
          false},
    Panel{Text::singular_title, Text::singular_help, "σ_1 ≥ σ_2 ≥ …", singular_values, ValueAxis::linear, true},
};

}  // namespace

std::span<const Panel> panels() { return all; }

}  // namespace polarize::ui
