#include <polarize/run_facts.hpp>

#include <array>

namespace polarize {

std::string_view name(RunStatus status) {
    constexpr std::array<std::string_view, 4> names{"running", "finished", "diverged", "stuck"};
    return names.at(static_cast<std::size_t>(status));
}

std::string stop_reason(const RunFacts& run) {
    if (run.status == RunStatus::stuck)
        return "stuck at step " + std::to_string(run.step + 1) + ": " + run.stuck_reason;
    return "diverged at step " + std::to_string(run.diverged_step) + " (" + run.diverged_quantity + ")";
}

}  // namespace polarize
