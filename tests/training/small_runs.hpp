#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include <polarize/training.hpp>
#include "support/runs.hpp"

namespace polarize::test {

/// The parameters of the training experiment `id` for a model that every machine trains in no time, with `more` made in
/// turn.
Params small_params(std::string_view id, const Settings& more = {});

/// A new run of it.
std::unique_ptr<TrainingRunner> small_run(std::string_view id, const Settings& more = {}, TrainingInputs inputs = {});

/// The snapshot after the last step, as bytes.
std::vector<std::byte> finished_bytes(TrainingRunner& run);

}  // namespace polarize::test
