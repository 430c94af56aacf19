#pragma once

#include <cstddef>
#include <vector>

#include "view_state.hpp"

namespace polarize::ui {

/// What runs along the horizontal axis: updates of gradient descent, the time t of gradient flow, or the rescaled time
/// tau of flows that have one.
enum class ClockKind { updates, time, rescaled_time };

/// The recorded moments along an axis. A position is the decimal logarithm of the clock's value where `logarithmic`,
/// else the value itself; so times beyond the largest double have a position too.
struct Clock {
    ClockKind kind = ClockKind::updates;
    bool logarithmic = true;
    std::vector<double> positions;  ///< of the samples; −∞ for the start on a logarithmic axis
    double low = 0;                 ///< the axis reaches from here
    double high = 6;                ///< to here, the end of the run as far as it is known
    double now = 0;                 ///< the position of the present moment

    /// The sample nearest to `position`. Requires that there are samples.
    std::size_t nearest(double position) const;
};

/// The clock of the plots under the chosen axes. A linear axis reaches to the present moment, a logarithmic one to the
/// end of the run. Flows with a rescaled time show it on linear and on doubly logarithmic axes, where its laws are
/// straight.
Clock plot_clock(const ViewState& state);

/// The clock of the timeline: always logarithmic, to the end of the run.
Clock timeline_clock(const ViewState& state);

}  // namespace polarize::ui
