#include "commands/conditions.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "numeric/error.hpp"

namespace polarize::native {
namespace {

/// A parameter counts only where the choice `decided_by` is one of `choices`.
struct Condition {
    std::string_view parameter;
    std::string_view decided_by;
    std::span<const std::string_view> choices;
};

constexpr std::string_view flow[] = {"flow"};
constexpr std::string_view descent[] = {"descent"};
constexpr std::string_view with_moments[] = {"momentum", "adam"};
constexpr std::string_view with_temperature[] = {"softmax"};

constexpr Condition conditions[] = {
    {"tol", "dynamics", flow},
    {"until", "dynamics", flow},
    {"horizon", "dynamics", flow},
    {"lr", "dynamics", descent},
    {"optimiser", "dynamics", descent},
    {"momentum", "dynamics", descent},
    {"weight_decay", "dynamics", descent},
    {"noise", "dynamics", descent},
    {"steps", "dynamics", descent},
    {"momentum", "optimiser", with_moments},
    {"temperature", "map", with_temperature},
};

std::string joined(std::span<const std::string_view> choices) {
    std::string text;
    for (const std::string_view choice : choices) text.append(text.empty() ? "" : " or ").append(choice);
    return text;
}

}  // namespace

void check_effect(const Params& params, std::string_view name, std::string_view value) {
    for (const Condition& condition : conditions) {
        if (condition.parameter != name || !params.has(condition.decided_by)) continue;
        const std::string_view chosen = params.choice(condition.decided_by);
        if (std::ranges::find(condition.choices, chosen) != condition.choices.end()) continue;
        std::string message(name);
        message.append(": \"").append(value).append("\" has no effect with ");
        message.append(condition.decided_by).append("=").append(chosen).append("; allowed with ");
        message.append(condition.decided_by).append("=").append(joined(condition.choices));
        throw Error(message);
    }
}

}  // namespace polarize::native
