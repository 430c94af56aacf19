#pragma once

#include <polarize/array.hpp>
#include <polarize/params.hpp>
#include "flow/value_model.hpp"

namespace polarize {

/// The loss of a value-softmax experiment.
Loss loss_of(const Params& params);

/// Where a value-softmax experiment starts: the arrays drawn from the seed in the order of the catalogue's `setup`,
/// with those in `given` put in their place. Sizes follow given arrays and are written into `params`. Throws Error as
/// make_runner does.
ValueProblem value_start(Params& params, const Arrays& given);

/// The same for the tied model: U, a and beta_star.
Arrays tied_start(Params& params, const Arrays& given);

/// `params` with the sizes of the arrays in `given`. Throws Error as make_runner does.
Params with_sizes_of(const Params& params, const Arrays& given);

}  // namespace polarize
