#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "view_state.hpp"

namespace polarize::ui {

/// Something the page is asked to do: see the verbs in main.cpp.
struct Command {
    std::string verb;
    std::string argument;

    bool operator==(const Command&) const = default;
};

using Commands = std::vector<Command>;

/// What the reader did during a frame; applied to the state after it.
struct Wishes {
    std::optional<Choices> choices;                      ///< new choices
    std::optional<std::optional<std::size_t>> scrubbed;  ///< the timeline moved to a sample, or back to the present
    std::optional<std::size_t> hovered;                  ///< the sample under the pointer
    bool new_run = false;                                ///< the new choices want a run of their own, whatever changed
    Commands commands;                                   ///< further commands to the page

    void command(std::string verb, std::string argument = {}) {
        commands.push_back({std::move(verb), std::move(argument)});
    }
};

/// Brings `state` in line with `wishes` and returns what the page has to do about it: "set" where only live parameters
/// changed, "select" where a new run is needed, "pace", and "url" whenever the address changes.
Commands apply(const Wishes& wishes, ViewState& state);

}  // namespace polarize::ui
