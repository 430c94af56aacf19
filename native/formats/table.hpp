#pragma once

#include <string>

#include "run_record.hpp"

namespace polarize::native {

/// A short summary for people, at most about 30 lines: what ran, the final alpha as bars (the ten largest where there
/// are more than ten tokens), loss, entropy and the other numbers, and how loss and entropy went over a few samples.
std::string table_text(const RunRecord& record);

}  // namespace polarize::native
