#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <polarize/catalogue.hpp>

namespace polarize {

/// Every experiment that trains an attention model (Model::attention; make_training_runner runs them).
std::span<const Experiment> training_catalogue();

/// Every experiment there is: the flows, then those that train attention models.
std::vector<const Experiment*> every_experiment();

/// The experiment called `id` among all of them. Throws Error that suggests the nearest id where there is none.
const Experiment& find_any_experiment(std::string_view id);

}  // namespace polarize
