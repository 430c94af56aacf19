#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view_state.hpp"

namespace polarize::ui {

/// The pace that a run starts with where the address names none.
inline constexpr std::string_view default_pace = "decades=1";

/// What was read from an address, and what of it could not be used.
struct ReadChoices {
    Choices choices;
    std::vector<std::string> errors;  ///< one line each, ready to be shown
};

/// The choices of the first experiment of the catalogue, all at their defaults.
Choices default_choices();

/// Reads state text such as "experiment=logistic&lr=0.1&view.axis=linear&pace=decades%3D3". Fields that are not allowed
/// keep their defaults and are reported.
ReadChoices read_choices(std::string_view text);

/// The text that read_choices turns back into `choices`; defaults are left out.
std::string choices_text(const Choices& choices);

}  // namespace polarize::ui
