#include "support/runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include <polarize/snapshot_codec.hpp>

namespace polarize::test {

Params params_of(std::string_view id, const Settings& settings) {
    Params params(find_experiment(id));
    for (const auto& [name, value] : settings) params.set(name, value);
    return params;
}

std::unique_ptr<Runner> runner_of(std::string_view id, const Settings& settings, const Arrays& initial) {
    return make_runner(params_of(id, settings), initial);
}

Snapshot finished(std::string_view id, const Settings& settings, const Arrays& initial) {
    const auto runner = runner_of(id, settings, initial);
    runner->advance(std::numeric_limits<std::int64_t>::max());
    return runner->snapshot();
}

std::span<const double> series(const Snapshot& snapshot, std::string_view name) {
    const Series* found = snapshot.history.find(name);
    if (found == nullptr) {
        ADD_FAILURE() << "no series " << name;
        return {};
    }
    return found->values;
}

std::span<const double> sample(const Snapshot& snapshot, std::string_view name, std::int64_t step) {
    const auto& steps = snapshot.history.steps;
    const auto found = std::ranges::find(steps, step);
    const Series* recorded = snapshot.history.find(name);
    if (found == steps.end() || recorded == nullptr) {
        ADD_FAILURE() << "no sample of " << name << " at step " << step;
        return {};
    }
    const auto number = static_cast<std::size_t>(found - steps.begin());
    return std::span(recorded->values).subspan(number * recorded->width, recorded->width);
}

double metric(const Snapshot& snapshot, std::string_view name) {
    for (const auto& [metric_name, value] : snapshot.metrics)
        if (metric_name == name) return value;
    ADD_FAILURE() << "no metric " << name;
    return 0;
}

bool same_run(const Snapshot& x, const Snapshot& y) {
    Snapshot same_isa = y;
    same_isa.isa = x.isa;
    return encode(x) == encode(same_isa);  // bytes, so that 0 and −0 differ
}

}  // namespace polarize::test
