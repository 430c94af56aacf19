#include <polarize/snapshot.hpp>

#include <algorithm>
#include <array>

namespace polarize {

std::string_view name(RunStatus status) {
    constexpr std::array<std::string_view, 3> names{"running", "finished", "diverged"};
    return names.at(static_cast<std::size_t>(status));
}

std::string stop_reason(const Snapshot& snapshot) {
    const std::string step = std::to_string(snapshot.diverged_step);
    if (snapshot.diverged_quantity == "step size")
        return "stuck at step " + step + ": the flow is not smooth there, or its rates differ too much";
    return "diverged at step " + step + " (" + snapshot.diverged_quantity + ")";
}

const Series* History::find(std::string_view wanted) const {
    const auto found = std::ranges::find(series, wanted, &Series::name);
    return found == series.end() ? nullptr : &*found;
}

}  // namespace polarize
