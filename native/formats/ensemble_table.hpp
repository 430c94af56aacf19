#pragma once

#include <string>

#include "ensemble_record.hpp"

namespace polarize::native {

/// A short summary of the ensemble for people: what ran, which tokens won by their initial order of u, how the entropy
/// and the time to polarise spread, and how the flows went.
std::string ensemble_table(const EnsembleRecord& record);

}  // namespace polarize::native
