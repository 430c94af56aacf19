#pragma once

#include <string>
#include <string_view>

#include <polarize/params.hpp>

namespace polarize::native {

/// "dynamics=flow", "optimiser=momentum or adam".
std::string condition_text(const Condition& condition);

/// Throws Error when the parameter `name`, given as `value`, has no effect with the choices that `params` holds, such
/// as a tolerance in gradient descent or noise in gradient flow. When a parameter applies, its row of the catalogue
/// says. The choice `varied`, if any, is one that the command itself gives every value.
void check_effect(const Params& params, std::string_view name, std::string_view value, std::string_view varied = {});

}  // namespace polarize::native
