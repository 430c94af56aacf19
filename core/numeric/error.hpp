#pragma once

#include <stdexcept>

namespace polarize {

/// The one exception the core throws for input that cannot be used. `what()` is a single line that names the field, the
/// value it was given and what is allowed, ready to be shown to a person.
class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace polarize
