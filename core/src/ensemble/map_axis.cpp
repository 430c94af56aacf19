#include <polarize/phase_map.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include <polarize/error.hpp>
#include <polarize/params.hpp>
#include <polarize/text.hpp>
#include "simd/elementary.hpp"

namespace polarize {

namespace {

Error refused_axis(std::string_view field, std::string_view text, std::string_view problem, std::string_view allowed) {
    return refused(field, '"' + std::string(text) + '"', problem, allowed, ErrorCode::malformed);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// The parameter called `name`, which must be a number.
const Parameter& number_parameter(std::string_view field, std::string_view name, const Experiment& experiment) {
    std::vector<std::string_view> allowed;
    for (const Parameter& parameter : experiment.parameters)
        if (parameter.kind != ParameterKind::choice) allowed.push_back(parameter.name);
    if (std::ranges::find(allowed, name) == allowed.end()) throw unknown_name(field, name, allowed);
    return *experiment.find(name);
}

std::size_t parse_count(std::string_view field, std::string_view text) {
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size() || count < 1 || count > kMaxAxis)
        throw refused_axis(field, text, "is not a count of values", "1 to " + std::to_string(kMaxAxis));
    return count;
}

}  // namespace

double MapAxis::value(std::size_t index) const {
    double value = low;
    if (index + 1 == count && count > 1) {
        value = high;
    } else if (index > 0) {
        const double share = static_cast<double>(index) / static_cast<double>(count - 1);
        if (logarithmic) value = polarize::exp(polarize::log(low) + share * (polarize::log(high) - polarize::log(low)));
        else value = low + share * (high - low);
    }
    value = std::clamp(value, low, high);
    return whole ? std::round(value) : value;
}

MapAxis parse_axis(std::string_view field, std::string_view text, const Experiment& experiment) {
    const std::size_t equals = text.find('=');
    const std::vector<std::string_view> parts =
        split(equals == std::string_view::npos ? std::string_view() : text.substr(equals + 1), ':');
    const bool is_logarithmic = parts.size() == 4 && parts[3] == "log";
    if (parts.size() != 3 && !is_logarithmic)
        throw refused_axis(field, text, "is not an axis", "NAME=LOW:HIGH:COUNT or NAME=LOW:HIGH:COUNT:log");

    const Parameter& parameter = number_parameter(field, text.substr(0, equals), experiment);
    MapAxis axis{.name = std::string(parameter.name),
                 .count = parse_count(field, parts[2]),
                 .logarithmic = is_logarithmic,
                 .whole = parameter.kind == ParameterKind::integer};
    Params ends(experiment);
    try {
        ends.set(parameter.name, parts[0]);
        axis.low = ends.real(parameter.name);
        ends.set(parameter.name, parts[1]);
        axis.high = ends.real(parameter.name);
    } catch (const Error& error) {
        throw error.within(field);
    }
    if (!(axis.low < axis.high) && axis.count > 1) throw refused_axis(field, text, "does not rise", "LOW below HIGH");
    if (axis.low > axis.high) throw refused_axis(field, text, "does not rise", "LOW up to HIGH");
    if (is_logarithmic && !(axis.low > 0))
        throw refused_axis(field, text, "cannot be logarithmic", "LOW above 0, or no \"log\"");
    return axis;
}

}  // namespace polarize
