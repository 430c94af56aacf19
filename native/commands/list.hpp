#pragma once

namespace polarize::native {

/// `polarize list`: every experiment of the catalogue with its title and figure, or all that the catalogue says as a
/// JSON array. Returns the exit code.
int list_experiments(bool as_json);

}  // namespace polarize::native
