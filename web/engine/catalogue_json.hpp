#pragma once

#include <string>

namespace polarize::web {

/// The whole catalogue as JSON text: an array of experiments
/// `{id, title, summary, setup, figure, model, loss, parameters: [{name, label, unit, help, group, kind, minimum,
/// maximum, default, choices, logarithmic, live}]}`. `default` is the text that `Params::set` takes. Numbers are
/// printed with 17 digits, so reading them back gives the same bits.
std::string catalogue_json();

}  // namespace polarize::web
