#pragma once

#include <string>

#include <polarize/catalogue.hpp>

namespace polarize::native {

/// `value` of `parameter` as `--set` takes it: all digits of an integer, the name of a choice.
std::string value_text(const Parameter& parameter, double value);

}  // namespace polarize::native
