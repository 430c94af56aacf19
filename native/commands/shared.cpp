#include "commands/shared.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

#include <polarize/catalogue.hpp>
#include <polarize/error.hpp>
#include <polarize/text.hpp>
#include <polarize/training.hpp>
#include "commands/conditions.hpp"
#include "system/streams.hpp"

namespace polarize::native {

namespace {

Params params_of(const Experiment& experiment, const std::vector<std::pair<std::string, std::string>>& values) {
    Params params(experiment);
    for (const auto& [name, text] : values) params.set(name, text);
    for (const auto& [name, text] : values) check_effect(params, name, text);
    return params;
}

}  // namespace

Params params_of(const std::string& id, const std::vector<std::pair<std::string, std::string>>& values) {
    return params_of(find_any_experiment(id), values);
}

const Experiment& flow_called(const std::string& id, std::string_view command) {
    const Experiment& experiment = find_any_experiment(id);
    if (experiment.model != Model::attention) return experiment;
    std::string flows;
    for (const Experiment& flow : catalogue()) flows.append(flows.empty() ? "" : ", ").append(flow.id);
    throw refused(command, polarize::quoted(id), "trains an attention model, and this takes flows", flows,
                  ErrorCode::conflict);
}

Params flow_params_of(const std::string& id, const std::vector<std::pair<std::string, std::string>>& values,
                      std::string_view command) {
    return params_of(flow_called(id, command), values);
}

bool is_json(const std::string& format) {
    constexpr std::array<std::string_view, 2> formats{"table", "json"};
    if (std::ranges::find(formats, format) == formats.end()) throw unknown_name("--format", format, formats);
    return format == "json";
}

void check_no_terminal(const Output& target, std::string_view option, std::string_view text) {
    if (target.is_standard_output() && isatty(STDOUT_FILENO) == 1)
        throw refused(option, polarize::quoted(text),
                      "is not for a terminal; give --out or send standard output to a file", "", ErrorCode::conflict);
}

void write_result(std::string_view bytes, const Output& target) {
    target.write(bytes);
    if (target.is_file()) report(target.path().string());
}

}  // namespace polarize::native
