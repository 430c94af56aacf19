#include "pacing.hpp"

#include <algorithm>

namespace polarize::native {
namespace {

constexpr double target_seconds = 0.02;
constexpr double first_work = 2e6;    // a few milliseconds on a slow machine
constexpr double fastest_growth = 4;  // one lucky measurement must not give a call of a second
constexpr double largest_budget = 1e12;

std::int64_t whole(double budget) { return static_cast<std::int64_t>(std::clamp(budget, 1.0, largest_budget)); }

}  // namespace

Pacing::Pacing(double work_per_step) : budget_(whole(first_work / std::max(work_per_step, 1.0))) {}

void Pacing::record(std::int64_t updates, double seconds) {
    const double limit = fastest_growth * static_cast<double>(budget_);
    const double wanted = seconds > 0 ? static_cast<double>(updates) / seconds * target_seconds : limit;
    budget_ = whole(std::min(wanted, limit));
}

}  // namespace polarize::native
