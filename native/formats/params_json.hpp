#pragma once

#include <nlohmann/json.hpp>

#include <polarize/catalogue.hpp>
#include <polarize/params.hpp>

namespace polarize::native {

/// The values by name, in the catalogue's order: a real parameter as a number, an integer as an integer, a choice as
/// the name of what is chosen.
nlohmann::ordered_json params_json(const Params& params);

/// A row of the catalogue: id, title, summary, setup, figure (null where it belongs to none), model, and the parameters
/// with name, label, unit, help, kind, minimum, maximum, default, choices, logarithmic, live and applies_when (choices
/// that must be made for the value to have an effect: parameter and choices of each).
nlohmann::ordered_json experiment_json(const Experiment& experiment);

}  // namespace polarize::native
