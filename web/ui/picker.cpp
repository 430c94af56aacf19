#include "picker.hpp"

#include "paint.hpp"
#include "strings.hpp"
#include "widgets.hpp"

namespace polarize::ui {

namespace {

void choose(const Frame& frame, const Experiment& experiment) {
    Choices choices = frame.state.choices;
    choices.params = Params(experiment);
    frame.wishes.choices = choices;
    frame.memory.picker_open = false;
}

/// One experiment of the list; the chosen one with its summary. Returns the height used.
float draw_entry(const Frame& frame, const Experiment& experiment, const Box& row, bool explained) {
    const bool chosen = experiment.id == frame.state.experiment().id;
    const Touch state = touch("experiment/" + std::string(experiment.id), row);
    const Box ground{row.x - 10, row.y, row.width + 20, row.height};
    const float summary_width = row.width;
    const float summary_height =
        chosen && explained ? paragraph_height(summary_width, frame.fonts.small, experiment.summary) + 10 : 0;
    if (state.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (chosen) {
        round_box({ground.x, ground.y, ground.width, ground.height + summary_height}, frame.theme.field, 10);
    } else if (state.hovered) {
        round_box(ground, faded(frame.theme.field, 0.7F), 10);
    }
    ImFont* font = chosen ? frame.fonts.strong : frame.fonts.body;
    text({row.x, row.y + (row.height - font->FontSize) / 2}, font, frame.theme.ink, experiment.title);
    if (summary_height > 0)
        paragraph({row.x, row.bottom() - 2}, summary_width, frame.fonts.small, frame.theme.muted, experiment.summary);
    if (state.clicked && !chosen) choose(frame, experiment);
    return row.height + summary_height;
}

/// The chosen experiment alone, with a button that unfolds the list.
float draw_folded(const Frame& frame, const Box& box) {
    const Experiment& experiment = frame.state.experiment();
    const bool open = frame.memory.picker_open;
    const Box header{box.x, box.y, box.width, 44};
    const Touch state = touch("picker/fold", header);
    if (state.clicked) frame.memory.picker_open = !open;
    text({header.x, header.y + (header.height - frame.fonts.title->FontSize) / 2}, frame.fonts.title, frame.theme.ink,
         experiment.title);
    icon(open ? Icon::chevron_up : Icon::chevron_down, {header.right() - 12, header.centre().y}, 18, frame.theme.muted);
    return header.height +
           paragraph({box.x, header.bottom()}, box.width, frame.fonts.small, frame.theme.muted, experiment.summary) + 4;
}

}  // namespace

float draw_picker(const Frame& frame, const Box& box) {
    const float padding = frame.narrow ? 16 : 20;
    card(frame, box);
    const float width = box.width - 2 * padding;
    const float x = box.x + padding;
    float y = box.y + padding;
    if (frame.folded) {
        y += draw_folded(frame, {x, y - 8, width, 0}) - 8;
    } else {
        text({x, y}, frame.fonts.small_strong, frame.theme.faint, text_of(Text::experiments));
        y += 26;
    }
    if (!frame.folded || frame.memory.picker_open) {
        if (frame.folded) y += 8;
        for (const Experiment& experiment : catalogue())
            y += draw_entry(frame, experiment, {x, y, width, frame.target() + 4}, !frame.folded) + 2;
    }
    return y + padding - 8 - box.y;
}

}  // namespace polarize::ui
