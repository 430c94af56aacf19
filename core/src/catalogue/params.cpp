#include <polarize/params.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include <polarize/error.hpp>
#include <polarize/text.hpp>
#include "numeric/plain_numbers.hpp"

namespace polarize {

namespace {

std::string range_text(const Parameter& parameter) {
    return std::string(parameter.kind == ParameterKind::integer ? "integers " : "") + number_text(parameter.minimum) +
           " to " + number_text(parameter.maximum);
}

Error refused_value(const Parameter& parameter, const ErrorValue& value, std::string_view problem, ErrorCode code) {
    return refused(parameter.name, value, problem, range_text(parameter), code);
}

double parse_number(const Parameter& parameter, const std::string& text) {
    // strtod skips white space and reads hexadecimal, "inf" and "nan"; none of them is meant here.
    if (text.find_first_not_of("+-.0123456789eE") != std::string::npos)
        throw refused_value(parameter, quoted(text), "is not a number", ErrorCode::malformed);
    const PlainNumbers plain_numbers;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || end != text.c_str() + text.size())
        throw refused_value(parameter, quoted(text), "is not a number", ErrorCode::malformed);
    const std::string digits = text.substr(0, text.find_first_of("eE"));
    const bool is_lost = value == 0 && digits.find_first_of("123456789") != std::string::npos;
    if (!std::isfinite(value) || is_lost)
        throw refused_value(parameter, quoted(text), "is out of range", ErrorCode::out_of_range);
    return value;
}

}  // namespace

Params::Params(const Experiment& experiment) : experiment_(&experiment), set_(experiment.parameters.size(), false) {
    for (const Parameter& parameter : experiment.parameters) values_.push_back(parameter.default_value);
}

std::size_t Params::index(std::string_view name) const {
    const std::span<const Parameter> parameters = experiment_->parameters;
    const auto found = std::ranges::find(parameters, name, &Parameter::name);
    if (found != parameters.end()) return static_cast<std::size_t>(found - parameters.begin());
    std::vector<std::string_view> names;
    for (const Parameter& parameter : parameters) names.push_back(parameter.name);
    throw unknown_name("parameter of " + std::string(experiment_->id), name, names);
}

std::size_t Params::index(const Binding& member) const {
    const Parameter* const parameter = experiment_->find(member);
    if (parameter == nullptr) throw std::logic_error("no parameter of the experiment sets this member");
    return static_cast<std::size_t>(parameter - experiment_->parameters.data());
}

void Params::set(std::string_view name, std::string_view text) {
    const Parameter& parameter = experiment_->parameters[index(name)];
    if (parameter.kind != ParameterKind::choice) {
        set(name, parse_number(parameter, std::string(text)));
        return;
    }
    for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
        if (parameter.choices[i] != text) continue;
        set(name, static_cast<double>(i));
        return;
    }
    throw unknown_name(name, text, parameter.choices);
}

void Params::set(std::string_view name, double value) { set_at(index(name), value); }

void Params::set(const Binding& member, double value) { set_at(index(member), value); }

void Params::set_at(std::size_t index, double value) {
    const Parameter& parameter = experiment_->parameters[index];
    const bool in_range = value >= parameter.minimum && value <= parameter.maximum;  // false for NaN
    if (!in_range) throw refused_value(parameter, value, "is out of range", ErrorCode::out_of_range);
    if (parameter.kind != ParameterKind::real && value != std::floor(value))
        throw refused_value(parameter, value, "is not an integer", ErrorCode::malformed);
    values_[index] = value;
    set_[index] = true;
}

double Params::real(std::string_view name) const { return values_[index(name)]; }

std::int64_t Params::integer(std::string_view name) const { return static_cast<std::int64_t>(real(name)); }

std::string_view Params::choice(std::string_view name) const {
    const std::size_t at = index(name);
    return experiment_->parameters[at].choices[static_cast<std::size_t>(values_[at])];
}

std::string Params::text(std::string_view name) const {
    const std::size_t at = index(name);
    if (experiment_->parameters[at].kind == ParameterKind::choice) return std::string(choice(name));
    return number_text(values_[at]);
}

const Condition* Params::unmet_condition(std::string_view name, std::string_view varied) const {
    for (const Condition& condition : experiment_->parameters[index(name)].applies_when) {
        const bool is_met = std::ranges::count(condition.choices, choice(condition.parameter)) > 0;
        if (!is_met && condition.parameter != varied) return &condition;
    }
    return nullptr;
}

bool Params::is_set(std::string_view name) const { return set_[index(name)]; }

bool Params::is_set(const Binding& member) const { return set_[index(member)]; }

}  // namespace polarize
