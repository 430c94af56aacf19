#include "view_state.hpp"

#include <algorithm>
#include <iterator>

namespace polarize::ui {

namespace {

std::vector<double> copy_of(std::span<const double> values) { return {values.begin(), values.end()}; }

std::size_t index_of_largest(const std::vector<double>& values) {
    if (values.empty()) return 0;
    return static_cast<std::size_t>(std::distance(values.begin(), std::max_element(values.begin(), values.end())));
}

}  // namespace

std::optional<Moment> shown_moment(const ViewState& state) {
    if (!state.latest) return std::nullopt;
    Moment moment;
    const std::optional<std::size_t> sample = state.moment();
    if (sample && *sample < state.store.samples()) {
        moment.step = state.store.history().steps[*sample];
        moment.alpha = copy_of(state.store.at("alpha", *sample));
        moment.a = copy_of(state.store.at("a", *sample));
        moment.u = copy_of(state.store.at("u", *sample));
    } else {
        moment.step = state.latest->step;
        moment.alpha = state.latest->alpha;
        moment.a = state.latest->a;
        moment.u = state.latest->u;
    }
    moment.winner = index_of_largest(moment.alpha);
    return moment;
}

void receive(ViewState& state, Snapshot snapshot) {
    const bool same_run = state.latest && !state.store.is_stale();
    state.store.append(snapshot.history);
    snapshot.history = {};
    if (snapshot.arrays.empty() && same_run) snapshot.arrays = std::move(state.latest->arrays);
    state.latest = std::move(snapshot);
    const auto drop_beyond_end = [&](std::optional<std::size_t>& sample) {
        if (sample && *sample >= state.store.samples()) sample.reset();
    };
    drop_beyond_end(state.scrubbed);
    drop_beyond_end(state.hovered);
}

}  // namespace polarize::ui
