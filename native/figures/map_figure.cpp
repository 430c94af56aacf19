#include "figures/map_figure.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <polarize/ensemble.hpp>
#include "figures/canvas.hpp"
#include "figures/scale.hpp"
#include "formats/parameter_text.hpp"

namespace polarize::native {
namespace {

constexpr int width = 1200;
constexpr int height = 1000;
constexpr Box plot{.x = 150, .y = 110, .width = 800, .height = 770};
constexpr Box key{.x = 1000, .y = 110, .width = 40, .height = 770};
constexpr Colour undefined{.red = 0.75, .green = 0.75, .blue = 0.75};
constexpr double title_size = 28;
constexpr double label_size = 24;
constexpr double tick_size = 20;
constexpr double tick_length = 8;
constexpr double tick_gap = 14;
constexpr int wanted_ticks = 6;

std::string measure_label(const MapRecord& record) {
    switch (record.settings.measure) {
        case MapMeasure::entropy: return "entropy of alpha / log k";
        case MapMeasure::max_alpha: return "largest weight";
        case MapMeasure::winner_share: return "share of flows won by the largest u(0)";
        case MapMeasure::loss: return "loss";
        case MapMeasure::time_to_polarise: break;
    }
    return "time to polarise (" + std::string(time_unit(record.params)) + ")";
}

/// "learning rate (lr)", but "tokens k" where the label has the name already.
std::string axis_label(const Experiment& experiment, const MapAxis& axis) {
    std::string label(experiment.find(axis.name)->label);
    if (label.ends_with(axis.name)) return label;
    return label + " (" + axis.name + ")";
}

/// The parameters that were set.
std::string settings_line(const MapRecord& record) {
    std::string line;
    for (const Parameter& parameter : record.params.experiment().parameters) {
        if (!record.params.is_set(parameter.name) || parameter.name == "samples") continue;
        line += std::string(line.empty() ? "" : ", ") + std::string(parameter.name) + " = " +
                value_text(parameter, record.params.real(parameter.name));
    }
    if (record.interrupted())
        line += (line.empty() ? "" : "; ") + std::string("interrupted: ") + std::to_string(record.result.finished) +
                " of " + std::to_string(record.result.z.size()) + " points";
    return line;
}

/// From the least to the largest defined value. Losses and times that span decades are shown by their logarithm.
Scale value_scale(const MapRecord& record, const std::vector<double>& values) {
    constexpr double wide = 100;
    Scale scale{.low = HUGE_VAL, .high = -HUGE_VAL};
    for (const double value : values) {
        if (std::isnan(value)) continue;
        scale.low = std::min(scale.low, value);
        scale.high = std::max(scale.high, value);
    }
    if (scale.low > scale.high) return {};
    const MapMeasure measure = record.settings.measure;
    const bool may_be_wide = measure == MapMeasure::loss || measure == MapMeasure::time_to_polarise;
    scale.logarithmic = may_be_wide && scale.low > 0 && scale.high > wide * scale.low;
    return scale;
}

/// Where `value` lies along an axis of `axis.count` cells, 0 to 1; the outer cells' centres are its ends.
double axis_share(const MapAxis& axis, double value) {
    const auto count = static_cast<double>(axis.count);
    const double share = Scale{axis.low, axis.high, axis.logarithmic}.share(value);
    return axis.count > 1 ? (0.5 + share * (count - 1)) / count : 0.5;
}

void draw_axes(Canvas& canvas, const MapRecord& record) {
    const MapAxis& x = record.result.x;
    const MapAxis& y = record.result.y;
    const double bottom = plot.y + plot.height;
    for (const Tick& tick : ticks_of({x.low, x.high, x.logarithmic}, wanted_ticks)) {
        const double at = plot.x + axis_share(x, tick.value) * plot.width;
        canvas.line(at, bottom, at, bottom + tick_length);
        canvas.text(at, bottom + tick_length + tick_gap, tick.label, tick_size, Anchor::middle);
    }
    for (const Tick& tick : ticks_of({y.low, y.high, y.logarithmic}, wanted_ticks)) {
        const double at = bottom - axis_share(y, tick.value) * plot.height;
        canvas.line(plot.x - tick_length, at, plot.x, at);
        canvas.text(plot.x - tick_gap, at, tick.label, tick_size, Anchor::end);
    }
    const Experiment& experiment = record.params.experiment();
    canvas.text(plot.x + plot.width / 2, bottom + 70, axis_label(experiment, x), label_size, Anchor::middle);
    canvas.upright_text(35, plot.y + plot.height / 2, axis_label(experiment, y), label_size);
    canvas.outline(plot);
}

void draw_key(Canvas& canvas, const Scale& scale, const std::string& label) {
    constexpr int steps = 256;
    std::vector<Colour> colours(steps);
    for (int i = 0; i < steps; ++i) colours[static_cast<std::size_t>(i)] = colour_at(i / (steps - 1.0));
    canvas.cells(key, colours, 1);
    canvas.outline(key);
    const double right = key.x + key.width;
    for (const Tick& tick : ticks_of(scale, wanted_ticks)) {
        const double at = key.y + key.height * (1 - scale.share(tick.value));
        canvas.line(right, at, right + tick_length, at);
        canvas.text(right + tick_gap, at, tick.label, tick_size, Anchor::start);
    }
    canvas.upright_text(width - 30, key.y + key.height / 2, label, label_size);
}

}  // namespace

std::string map_figure(const MapRecord& record) {
    const std::vector<double> values = record.result.filled();
    const Scale scale = value_scale(record, values);
    std::vector<Colour> colours;
    colours.reserve(values.size());
    for (const double value : values) colours.push_back(std::isnan(value) ? undefined : colour_at(scale.share(value)));

    Canvas canvas(width, height);
    canvas.text(plot.x, 40, record.params.experiment().title, title_size, Anchor::start);
    canvas.text(plot.x, 80, settings_line(record), tick_size, Anchor::start);
    canvas.cells(plot, colours, static_cast<int>(record.result.x.count));
    draw_axes(canvas, record);
    draw_key(canvas, scale, measure_label(record));
    return canvas.png();
}

}  // namespace polarize::native
