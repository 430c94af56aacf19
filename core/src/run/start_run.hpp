#pragma once

#include <memory>

#include <polarize/array.hpp>
#include "run/model_runner.hpp"

namespace polarize {

/// Starts the run of `config`. `given` replaces drawn arrays by name; their sizes are those of `config`. Throws Error
/// as make_runner does.
std::unique_ptr<ModelRunner> start_run(const RunConfig& config, const Arrays& given = {});

}  // namespace polarize
