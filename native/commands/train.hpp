#pragma once

#include <polarize/params.hpp>
#include "commands/run.hpp"
#include "formats/format.hpp"

namespace polarize::native {

/// `polarize run` of an experiment that trains an attention model, with `params` from the request. Returns the exit
/// code. Throws Error for input that cannot be used, before anything is computed or written, and WriteError.
int run_training(const RunRequest& request, Params params, Format format);

/// Complains about options for training that the request of another run has. Throws Error.
void refuse_training_options(const RunRequest& request);

}  // namespace polarize::native
