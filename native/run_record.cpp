#include "run_record.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "formats/number.hpp"

namespace polarize::native {

namespace {

double rate(std::int64_t steps, double seconds) { return seconds > 0 ? static_cast<double>(steps) / seconds : 0; }

std::string updates_of(const RunFacts& run) {
    return std::to_string(run.step) + " of " + std::to_string(run.last_step) + " updates";
}

}  // namespace

double RunRecord::steps_per_second() const { return rate(last.step, seconds); }

std::string RunRecord::extent() const {
    if (!last.flow) return updates_of(last);
    constexpr int digits = 6;
    const bool has_started = std::isfinite(last.flow->log_t);
    return std::to_string(last.step) + " steps, " +
           (has_started ? "log10 t = " + short_number(last.flow->log_t / std::numbers::ln10, digits) : "t = 0");
}

double TrainingRecord::steps_per_second() const { return rate(pace.updates, seconds); }

std::string TrainingRecord::extent() const { return updates_of(last); }

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
