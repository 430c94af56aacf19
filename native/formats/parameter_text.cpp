#include "formats/parameter_text.hpp"

#include <cstdint>

#include "formats/number.hpp"

namespace polarize::native {

std::string value_text(const Parameter& parameter, double value) {
    switch (parameter.kind) {
        case ParameterKind::real: return exact_number(value);
        case ParameterKind::integer: return std::to_string(static_cast<std::int64_t>(value));
        case ParameterKind::choice: return std::string(parameter.choices[static_cast<std::size_t>(value)]);
    }
    return "";
}

}  // namespace polarize::native
