#pragma once

#include <functional>
#include <span>
#include <string>

#include <polarize/params.hpp>

namespace polarize::web {

/// The members that tell what runs of an experiment compute, given its defaults.
using Nature = std::function<std::string(const Params&)>;

/// Experiments as JSON text: an array of `{id, title, summary, setup, figure, (what `nature` gives), parameters:
/// [{name, label, unit, help, group, kind, minimum, maximum, default, choices, logarithmic, live, applies_when:
/// [{parameter, choices}]}]}`. `default` is the text that `Params::set` takes. Numbers are printed with 17 digits, so
/// reading them back gives the same bits.
std::string catalogue_json(std::span<const Experiment> experiments, const Nature& nature);

}  // namespace polarize::web
