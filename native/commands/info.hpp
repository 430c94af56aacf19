#pragma once

#include <string>

namespace polarize::native {

/// `polarize info ID`: what the catalogue says of one experiment, for people or as a JSON object. Returns the exit
/// code. Throws Error for an unknown id.
int show_experiment(const std::string& id, bool as_json);

}  // namespace polarize::native
