#include "run_record.hpp"

namespace polarize::native {

std::string_view RunRecord::status() const {
    if (last.status == RunStatus::diverged) return name(RunStatus::diverged);
    return interrupted ? "interrupted" : name(RunStatus::finished);
}

double RunRecord::steps_per_second() const { return seconds > 0 ? static_cast<double>(last.step) / seconds : 0; }

}  // namespace polarize::native
