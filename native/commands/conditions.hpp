#pragma once

#include <string_view>

#include "experiments/params.hpp"

namespace polarize::native {

/// Throws Error when the parameter `name`, given as `value`, has no effect with the choices that `params` holds, such
/// as a tolerance in gradient descent or noise in gradient flow: what is asked for is not passed over in silence.
void check_effect(const Params& params, std::string_view name, std::string_view value);

}  // namespace polarize::native
