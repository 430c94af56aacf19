#include "run_record.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "formats/number.hpp"

namespace polarize::native {

std::string_view RunRecord::status() const {
    if (last.status == RunStatus::diverged) return name(RunStatus::diverged);
    return interrupted ? "interrupted" : name(RunStatus::finished);
}

double RunRecord::steps_per_second() const {
    const std::int64_t steps = last.training ? pace.updates : last.step;
    return seconds > 0 ? static_cast<double>(steps) / seconds : 0;
}

std::string RunRecord::extent() const {
    const std::string steps = std::to_string(last.step);
    if (!last.flow) return steps + " of " + std::to_string(last.last_step) + " updates";
    constexpr int digits = 6;
    const bool has_started = std::isfinite(last.flow->log_t);
    return steps + " steps, " +
           (has_started ? "log10 t = " + short_number(last.flow->log_t / std::numbers::ln10, digits) : "t = 0");
}

void leave_out_overflow(Snapshot& last) {
    std::erase_if(last.metrics, [](const auto& metric) { return !std::isfinite(metric.second); });
    const auto leave_out = [](double& time) {
        if (time == std::numeric_limits<double>::max()) time = HUGE_VAL;
    };
    leave_out(last.time);
    for (Series& series : last.history.series) {
        if (series.name == "time") std::ranges::for_each(series.values, leave_out);
    }
}

}  // namespace polarize::native
