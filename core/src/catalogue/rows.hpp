#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <type_traits>

#include <polarize/catalogue.hpp>
#include <polarize/names.hpp>

namespace polarize::parameters {

// How rows of a catalogue are written. A row names the member of the typed configuration that it sets, once:
//
//     struct DescentConfig { double lr = 0.1; std::int64_t steps = 0; OptimiserKind kind = {}; };
//     struct RunConfig { DescentConfig descent; };
//
//     number<&RunConfig::descent, &DescentConfig::lr>(ParameterGroup::descent,
//                                                     {"lr", "learning rate", "Step size."}, {1e-12, 1e6}, 0.1)
//     choice<&RunConfig::descent, &DescentConfig::kind>(ParameterGroup::descent,
//                                                       {"optimiser", "optimiser", "What makes an update."})
//
// The member's type decides what the row is: a real, an integer, or a choice among the names of an enum (kEnumNames,
// beside the enum) or of a switch (bool). Params holds the checked numbers; Params::write puts all of them into a
// configuration.

inline constexpr double kMaxSize = 4096;
inline constexpr double kMaxSteps = 1e12;
inline constexpr double kMaxSeed = 4294967295.0;

inline constexpr std::array<std::string_view, 2> kSwitchNames = kEnumNames<bool>;

/// What people read of a parameter.
struct Labels {
    std::string_view name;
    std::string_view label;
    std::string_view help;
    std::string_view unit{};
};

struct Range {
    double minimum;
    double maximum;
};

/// A real or an integer, as the member is.
template <auto... Path>
constexpr Parameter number(ParameterGroup group, const Labels& labels, Range range, double value) {
    Parameter parameter{.name = labels.name,
                        .label = labels.label,
                        .unit = labels.unit,
                        .help = labels.help,
                        .group = group,
                        .kind = ParameterKind::real,
                        .minimum = range.minimum,
                        .maximum = range.maximum,
                        .default_value = value,
                        .choices = {}};
    if constexpr (sizeof...(Path) > 0) {
        using Member = MemberOf<Path...>;
        static_assert(std::is_arithmetic_v<Member> && !std::is_same_v<Member, bool>, "a number sets a number");
        if (std::is_integral_v<Member>) parameter.kind = ParameterKind::integer;
        parameter.binding = Binding::to<Path...>();
    }
    return parameter;
}

constexpr Parameter whole_number(ParameterGroup group, const Labels& labels, Range range, double value) {
    Parameter parameter = number(group, labels, range, value);
    parameter.kind = ParameterKind::integer;
    return parameter;
}

constexpr Parameter choice(ParameterGroup group, const Labels& labels, std::span<const std::string_view> names) {
    Parameter parameter = number(group, labels, {0, static_cast<double>(names.size() - 1)}, 0);
    parameter.kind = ParameterKind::choice;
    parameter.choices = names;
    return parameter;
}

/// A choice among the values of the member's enum, which this experiment calls `names`.
template <auto... Path, std::size_t Count>
constexpr Parameter choice_called(ParameterGroup group, const Labels& labels,
                                  const std::array<std::string_view, Count>& names) {
    using Member = MemberOf<Path...>;
    static_assert(std::is_enum_v<Member> || std::is_same_v<Member, bool>, "a choice sets an enum or a switch");
    static_assert(Count > 0 && Count == kEnumNames<Member>.size(), "one name for each value of the enum");
    Parameter parameter = choice(group, labels, names);
    parameter.binding = Binding::to<Path...>();
    return parameter;
}

/// A choice among the values of the member's enum, or a switch; the first is the default.
template <auto... Path>
    requires(sizeof...(Path) > 0)
constexpr Parameter choice(ParameterGroup group, const Labels& labels) {
    return choice_called<Path...>(group, labels, kEnumNames<MemberOf<Path...>>);
}

/// `parameter` with a slider on a logarithmic scale.
constexpr Parameter logarithmic(Parameter parameter) {
    parameter.logarithmic = true;
    return parameter;
}

/// `parameter`, which may change while a run is under way.
constexpr Parameter live(Parameter parameter) {
    parameter.live = true;
    return parameter;
}

/// `parameter`, which has an effect only where `conditions` hold.
constexpr Parameter only_when(std::span<const Condition> conditions, Parameter parameter) {
    parameter.applies_when = conditions;
    return parameter;
}

/// `parameter` with another default: a number, or a value of the choice's enum.
template <class Value>
constexpr Parameter with_default(Parameter parameter, Value value) {
    parameter.default_value = static_cast<double>(value);
    return parameter;
}

/// Rows of parameters one after the other.
template <std::size_t... Sizes>
constexpr auto joined(const std::array<Parameter, Sizes>&... parts) {
    std::array<Parameter, (Sizes + ...)> all{};
    auto end = all.begin();
    ((end = std::copy(parts.begin(), parts.end(), end)), ...);
    return all;
}

}  // namespace polarize::parameters
