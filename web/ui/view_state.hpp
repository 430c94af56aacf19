#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polarize/params.hpp>
#include <polarize/snapshot.hpp>
#include "history_store.hpp"

namespace polarize::ui {

/// How steps and attention weights are spread over the axes of the plots.
enum class AxisScale { logarithmic, linear, double_logarithmic };

/// What the reader has chosen: all of it can be written into an address.
struct Choices {
    Params params;
    AxisScale axis = AxisScale::logarithmic;
    std::string pace;
};

/// Everything the views draw from. They read it and never change it.
struct ViewState {
    Choices choices;
    HistoryStore store;
    std::optional<Snapshot>
        latest;  ///< of the run on show; arrays of an earlier snapshot are kept when a later one has none
    std::optional<std::size_t> scrubbed;  ///< the sample that the timeline was set to
    std::optional<std::size_t> hovered;   ///< the sample under the pointer, found while the last frame was drawn
    bool playing = false;
    bool active = false;  ///< the keyboard belongs to the canvas
    std::string engine;   ///< the engine's build, "" until it is known
    std::string error;    ///< the last message of something that went wrong, "" while all is well

    const Experiment& experiment() const { return choices.params.experiment(); }

    /// The sample that all views show: the hovered one, else the scrubbed one, else none, which means the present
    /// moment.
    std::optional<std::size_t> moment() const { return hovered ? hovered : scrubbed; }
};

/// The numbers of one moment of a run.
struct Moment {
    std::int64_t step = 0;
    std::vector<double> alpha, a, u;  ///< (k) each; empty where the run does not define it
    std::size_t winner = 0;           ///< index of the largest alpha
};

/// What the views show as "now": the sample of `state.moment()`, or the latest snapshot. Nothing before the first
/// snapshot.
std::optional<Moment> shown_moment(const ViewState& state);

/// Puts a received snapshot into the state. Throws Error when it contradicts what is held of its run.
void receive(ViewState& state, Snapshot snapshot);

}  // namespace polarize::ui
