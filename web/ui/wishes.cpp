#include "wishes.hpp"

#include "state_text.hpp"

namespace polarize::ui {

namespace {

/// The commands that carry a run of `before` over to `after`; empty where the parameters are the same.
Commands parameter_commands(const Params& before, const Params& after, const std::string& text) {
    if (&before.experiment() != &after.experiment()) return {{"select", text}};
    Commands live;
    const std::span<const Parameter> parameters = after.experiment().parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (before.values()[i] == after.values()[i]) continue;
        const std::string name(parameters[i].name);
        if (!parameters[i].live) return {{"select", text}};
        live.push_back({"set", name + "=" + after.text(name)});
    }
    return live;
}

}  // namespace

Commands apply(const Wishes& wishes, ViewState& state) {
    Commands commands;
    state.hovered = wishes.hovered;
    if (wishes.scrubbed) state.scrubbed = *wishes.scrubbed;
    if (wishes.choices) {
        const Choices before = std::exchange(state.choices, *wishes.choices);
        const std::string text = choices_text(state.choices);
        commands =
            wishes.new_run ? Commands{{"select", text}} : parameter_commands(before.params, state.choices.params, text);
        if (before.pace != state.choices.pace) commands.push_back({"pace", state.choices.pace});
        if (choices_text(before) != text) commands.push_back({"url", text});
    }
    for (const Command& command : commands) {
        if (command.verb == "select") state.scrubbed.reset();
    }
    // What was pressed comes after what it presupposes: a new start before the wish that it plays.
    commands.insert(commands.end(), wishes.commands.begin(), wishes.commands.end());
    return commands;
}

}  // namespace polarize::ui
