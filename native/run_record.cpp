#include "run_record.hpp"

#include <cmath>
#include <numbers>

#include "formats/number.hpp"

namespace polarize::native {

std::string_view RunRecord::status() const {
    if (last.status == RunStatus::diverged) return name(RunStatus::diverged);
    return interrupted ? "interrupted" : name(RunStatus::finished);
}

double RunRecord::steps_per_second() const { return seconds > 0 ? static_cast<double>(last.step) / seconds : 0; }

std::string RunRecord::extent() const {
    const std::string steps = std::to_string(last.step);
    if (!last.flow) return steps + " of " + std::to_string(last.last_step) + " updates";
    constexpr int digits = 6;
    const bool has_started = std::isfinite(last.flow->log_t);
    return steps + " steps, " +
           (has_started ? "log10 t = " + short_number(last.flow->log_t / std::numbers::ln10, digits) : "t = 0");
}

}  // namespace polarize::native
