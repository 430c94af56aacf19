#pragma once

#include <vector>

#include <polarize/array.hpp>
#include "catalogue/run_config.hpp"
#include "flow/value_model.hpp"
#include "run/given_arrays.hpp"

namespace polarize {

/// The arrays that a run of `config` starts from: V, a and what the loss reads, or those of the tied model.
std::vector<ArraySlot> array_slots(const RunConfig& config);

/// Where a value-softmax experiment starts: the arrays drawn from the seed in the order of the catalogue's `setup`,
/// with those in `given`, whose sizes `config` has, put in their place. Throws Error as make_runner does.
ValueProblem value_start(const RunConfig& config, const Arrays& given = {});

/// The same for the tied model: U, a and beta_star.
Arrays tied_start(const RunConfig& config, const Arrays& given = {});

/// `params` with the sizes of the arrays in `given`. Throws Error as make_runner does.
Params with_sizes_of(const Params& params, const Arrays& given);

}  // namespace polarize
