#include "run/history.hpp"

#include <algorithm>
#include <cmath>

#include "simd/elementary.hpp"

namespace polarize {

const Series* History::find(std::string_view wanted) const {
    const auto found = std::ranges::find(series, wanted, &Series::name);
    return found == series.end() ? nullptr : &*found;
}

std::vector<std::int64_t> sample_steps(std::int64_t last, std::int64_t samples) {
    std::vector<std::int64_t> steps{0};
    const double log_last = last > 0 ? polarize::log(static_cast<double>(last)) : 0.0;
    for (std::int64_t i = 0; last > 0 && i < samples; ++i) {
        const double exponent = log_last * static_cast<double>(i) / static_cast<double>(samples - 1);
        // The nudge keeps 10^3 from becoming 999.9999….
        const auto step = static_cast<std::int64_t>(std::floor(polarize::exp(exponent) * (1.0 + 1e-12)));
        if (step > steps.back() && step < last) steps.push_back(step);
    }
    if (last > 0) steps.push_back(last);
    return steps;
}

double flow_sample(std::int64_t number, std::int64_t samples) {
    constexpr double kDecades = 5;
    const double samples_per_decade = static_cast<double>(samples) / kDecades;
    const auto first = static_cast<std::int64_t>(polarize::log(kFirstFlowSample) / kLog10 * samples_per_decade);
    return polarize::exp(static_cast<double>(first + number) * kLog10 / samples_per_decade);
}

void append(History& history, std::string_view name, const double* values, std::size_t width) {
    auto found = std::ranges::find(history.series, name, &Series::name);
    if (found == history.series.end()) found = history.series.insert(found, Series{std::string(name), width, {}});
    found->values.insert(found->values.end(), values, values + width);
}

History tail(const History& history, std::size_t first) {
    first = std::min(first, history.samples());
    History result;
    result.steps.assign(history.steps.begin() + static_cast<std::ptrdiff_t>(first), history.steps.end());
    for (const Series& series : history.series) {
        const auto begin = series.values.begin() + static_cast<std::ptrdiff_t>(first * series.width);
        result.series.push_back({series.name, series.width, {begin, series.values.end()}});
    }
    return result;
}

}  // namespace polarize
