#include "state_text.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <polarize/error.hpp>

namespace polarize::ui {

namespace {

struct AxisName {
    AxisScale scale;
    std::string_view name;
};

constexpr std::array axis_names = {AxisName{AxisScale::logarithmic, "log"}, AxisName{AxisScale::linear, "linear"},
                                   AxisName{AxisScale::double_logarithmic, "loglog"}};

struct Field {
    std::string name;
    std::string value;
};

std::string percent_decoded(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char code = 0;
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16).ptr == text.data() + i + 3) {
            plain += static_cast<char>(code);
            i += 2;
        } else {
            plain += text[i] == '+' ? ' ' : text[i];
        }
    }
    return plain;
}

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view unreserved = "-._~";
    constexpr std::string_view hexadecimal = "0123456789ABCDEF";
    std::string encoded;
    for (const char character : text) {
        const auto code = static_cast<unsigned char>(character);
        if (std::isalnum(code) != 0 || unreserved.find(character) != std::string_view::npos) {
            encoded += character;
        } else {
            encoded += '%';
            encoded += hexadecimal[code >> 4U];
            encoded += hexadecimal[code & 15U];
        }
    }
    return encoded;
}

std::vector<Field> fields_of(std::string_view text) {
    std::vector<Field> fields;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('&'), text.size());
        const std::string_view field = text.substr(0, end);
        const std::size_t equals = std::min(field.find('='), field.size());
        if (!field.empty()) {
            fields.push_back({percent_decoded(field.substr(0, equals)),
                              percent_decoded(field.substr(std::min(equals + 1, field.size())))});
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return fields;
}

AxisScale axis_called(const std::string& name) {
    for (const AxisName& axis : axis_names) {
        if (axis.name == name) return axis.scale;
    }
    throw Error("view.axis: '" + name + "' is not one of log, linear, loglog");
}

bool is_pace(const std::string& text) {
    if (text == "max") return true;
    for (const std::string_view unit : {"steps=", "decades="}) {
        if (!text.starts_with(unit)) continue;
        const char* digits = text.c_str() + unit.size();
        char* read_to = nullptr;
        const double rate = std::strtod(digits, &read_to);
        return read_to != digits && *read_to == '\0' && std::isfinite(rate) && rate > 0;
    }
    return false;
}

void read_field(const Field& field, Choices& choices) {
    if (field.name == "experiment" || field.name == "v") return;
    if (field.name == "view.axis") {
        choices.axis = axis_called(field.value);
    } else if (field.name == "pace") {
        if (!is_pace(field.value))
            throw Error("pace: '" + field.value + "' is not max, steps=N or decades=N with N above 0");
        choices.pace = field.value;
    } else {
        choices.params.set(field.name, field.value);
    }
}

const Experiment& experiment_of(const std::vector<Field>& fields, std::vector<std::string>& errors) {
    for (const Field& field : fields) {
        if (field.name != "experiment") continue;
        try {
            return find_experiment(field.value);
        } catch (const Error& error) {
            errors.emplace_back(error.what());
        }
    }
    return catalogue().front();
}

}  // namespace

Choices default_choices() { return {Params(catalogue().front()), AxisScale::logarithmic, std::string(default_pace)}; }

ReadChoices read_choices(std::string_view text) {
    const std::vector<Field> fields = fields_of(text);
    ReadChoices read{default_choices(), {}};
    read.choices.params = Params(experiment_of(fields, read.errors));
    for (const Field& field : fields) {
        try {
            read_field(field, read.choices);
        } catch (const Error& error) {
            read.errors.emplace_back(error.what());
        }
    }
    return read;
}

std::string choices_text(const Choices& choices) {
    std::string text = "experiment=" + percent_encoded(choices.params.experiment().id);
    const auto add = [&](std::string_view name, std::string_view value) {
        text += '&';
        text += percent_encoded(name);
        text += '=';
        text += percent_encoded(value);
    };
    const std::span<const Parameter> parameters = choices.params.experiment().parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (choices.params.values()[i] != parameters[i].default_value)
            add(parameters[i].name, choices.params.text(parameters[i].name));
    }
    for (const AxisName& axis : axis_names) {
        if (axis.scale == choices.axis && axis.scale != AxisScale::logarithmic) add("view.axis", axis.name);
    }
    if (choices.pace != default_pace) add("pace", choices.pace);
    return text;
}

}  // namespace polarize::ui
