#include <polarize/run_facts.hpp>

#include <array>

namespace polarize {

std::string_view name(RunStatus status) {
    constexpr std::array<std::string_view, 3> names{"running", "finished", "diverged"};
    return names.at(static_cast<std::size_t>(status));
}

std::string stop_reason(const RunFacts& run) {
    const std::string step = std::to_string(run.diverged_step);
    if (run.diverged_quantity == "step size")
        return "stuck at step " + step + ": the flow is not smooth there, or its rates differ too much";
    return "diverged at step " + step + " (" + run.diverged_quantity + ")";
}

}  // namespace polarize
