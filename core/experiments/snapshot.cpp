#include "experiments/snapshot.hpp"

#include <algorithm>
#include <array>

namespace polarize {

std::string_view name(RunStatus status) {
    constexpr std::array<std::string_view, 3> names{"running", "finished", "diverged"};
    return names.at(static_cast<std::size_t>(status));
}

const Series* History::find(std::string_view wanted) const {
    const auto found = std::ranges::find(series, wanted, &Series::name);
    return found == series.end() ? nullptr : &*found;
}

}  // namespace polarize
