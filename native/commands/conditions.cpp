#include "commands/conditions.hpp"

#include <polarize/error.hpp>

namespace polarize::native {

std::string condition_text(const Condition& condition) {
    std::string text(condition.parameter);
    std::string_view separator = "=";
    for (const std::string_view choice : condition.choices) {
        text.append(separator).append(choice);
        separator = " or ";
    }
    return text;
}

void check_effect(const Params& params, std::string_view name, std::string_view value, std::string_view varied) {
    const Condition* const unmet = params.unmet_condition(name, varied);
    if (unmet == nullptr) return;
    std::string problem("has no effect with ");
    problem.append(unmet->parameter).append("=").append(params.choice(unmet->parameter));
    throw refused(name, polarize::quoted(value), problem, "with " + condition_text(*unmet), ErrorCode::conflict);
}

}  // namespace polarize::native
