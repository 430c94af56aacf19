#include "arguments.hpp"

#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <polarize/error.hpp>
#include <polarize/text.hpp>
#include "command_line.hpp"
#include "commands/shared.hpp"
#include "system/machine.hpp"

namespace polarize::native {
namespace {

std::vector<std::string_view> command_names(const CLI::App& app) {
    std::vector<std::string_view> names;
    for (const CLI::App* const command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

/// The options of `app` with their dashes, each long name once.
std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* const option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

/// Complains about the first argument that `app` does not know.
void check_extras(const CLI::App& app, std::string_view field) {
    const std::vector<std::string> extras = app.remaining();
    if (extras.empty()) return;
    const std::string& extra = extras.front();
    if (!extra.starts_with("-")) {
        throw refused(field, polarize::quoted(extra), "is one argument too many; see --help", "", ErrorCode::malformed);
    }
    const std::vector<std::string> names = option_names(app);
    const std::vector<std::string_view> allowed(names.begin(), names.end());
    throw unknown_name(field, extra.substr(0, extra.find('=')), allowed);
}

const CLI::App* chosen_command(const CLI::App& app) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    if (!chosen.empty()) return chosen.front();
    const std::vector<std::string_view> commands = command_names(app);
    const std::vector<std::string> extras = app.remaining();
    if (extras.empty())
        throw refused("command", "",
                      "none given; one of list, info, run, verify, ensemble, map, version (see polarize --help)", "",
                      ErrorCode::missing);
    if (extras.front().starts_with("-")) check_extras(app, "option");
    throw unknown_name("command", extras.front(), commands);
}

[[noreturn]] void refuse_second_value(std::string_view field, std::string_view value) {
    throw refused(field, polarize::quoted(value), "is a second value; give it once", "", ErrorCode::conflict);
}

std::optional<std::string> single(std::string_view option, const std::vector<std::string>& values) {
    if (values.empty()) return std::nullopt;
    if (values.size() > 1) refuse_second_value(option, values[1]);
    return values.front();
}

/// The two sides of `text`, which the option takes as `form`, e.g. NAME=VALUE, as in `example`.
std::pair<std::string, std::string> assignment(std::string_view option, const std::string& text, std::string_view form,
                                               std::string_view example) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
        std::string problem(R"(has no "="; write )");
        problem.append(form).append(", as in ").append(option).append(" ").append(example);
        throw refused(option, polarize::quoted(text), problem, "", ErrorCode::malformed);
    }
    return {text.substr(0, equals), text.substr(equals + 1)};
}

/// The parameters that the options and `--set` name, each once.
std::vector<std::pair<std::string, std::string>> parameter_values(const Values& values) {
    std::vector<std::pair<std::string, std::string>> named;
    named.reserve(values.seed.size() + values.steps.size() + values.samples.size());
    for (const std::string& text : values.seed) named.emplace_back("seed", text);
    for (const std::string& text : values.steps) named.emplace_back("steps", text);
    for (const std::string& text : values.samples) named.emplace_back("samples", text);
    for (const std::string& text : values.tol) named.emplace_back("tol", text);
    for (const std::string& text : values.until) {
        auto [what, horizon] = assignment("--until", text, "WHAT=HORIZON", "t=1e12");
        named.emplace_back("until", std::move(what));
        named.emplace_back("horizon", std::move(horizon));
    }
    for (const std::string& text : values.set) named.push_back(assignment("--set", text, "NAME=VALUE", "lr=0.1"));
    std::set<std::string> seen;
    for (const auto& [name, text] : named) {
        if (!seen.insert(name).second) refuse_second_value(name, text);
    }
    return named;
}

std::optional<std::size_t> thread_count(const Values& values) {
    std::size_t threads = 0;
    const std::optional<std::string> text = single("--threads", values.threads);
    if (!text) return std::nullopt;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), threads);
    const bool is_number = error == std::errc() && end == text->data() + text->size();
    if (!is_number || threads < 1 || threads > max_threads)
        throw refused("--threads", polarize::quoted(*text), "is not a number of threads",
                      "1 to " + std::to_string(max_threads), ErrorCode::malformed);
    return threads;
}

/// What `--format` and `--json` say; nothing where neither is given.
std::optional<std::string> format_of(const Values& values) {
    std::optional<std::string> format = single("--format", values.format);
    if (!values.as_json) return format;
    if (format && *format != "json")
        throw refused("--format", polarize::quoted(*format), "goes against --json", "one of them", ErrorCode::conflict);
    return "json";
}

bool asks_for_json(const Values& values) { return is_json(format_of(values).value_or("table")); }

RunRequest run_request(const Values& values) {
    RunRequest request;
    request.id = values.id;
    request.values = parameter_values(values);
    request.threads = thread_count(values);
    request.initial_file = single("--init", values.init);
    request.training = {.data_file = single("--data", values.data),
                        .order_file = single("--order", values.order),
                        .checkpoint_file = single("--checkpoint", values.checkpoint),
                        .checkpoint_interval = single("--checkpoint-every", values.checkpoint_every),
                        .resume_file = single("--resume", values.resume),
                        .weights_file = single("--weights", values.weights)};
    request.folder = single("--out", values.out);
    request.format = format_of(values).value_or(request.format);
    return request;
}

VerifyRequest verify_request(const Values& values, bool has_id) {
    VerifyRequest request;
    if (has_id) request.id = values.id;
    request.values = parameter_values(values);
    request.format = format_of(values).value_or(request.format);
    if (!request.id && !values.set.empty()) {
        throw refused("--set", polarize::quoted(values.set.front()),
                      "needs an experiment to set it for; write polarize verify ID --set NAME=VALUE", "",
                      ErrorCode::missing);
    }
    return request;
}

EnsembleRequest ensemble_request(const Values& values) {
    EnsembleRequest request;
    request.id = values.id;
    request.values = parameter_values(values);
    request.count = single("--count", values.count);
    request.threshold = single("--threshold", values.threshold);
    request.until_polarised = values.until_polarised;
    request.threads = thread_count(values);
    request.folder = single("--out", values.out);
    request.format = format_of(values).value_or(request.format);
    return request;
}

/// The value of an option that a map cannot do without.
std::string needed(const std::string& option, const std::vector<std::string>& values, const std::string& example) {
    const std::optional<std::string> value = single(option, values);
    if (!value)
        throw refused(option, "", "none given; a map needs one, as in " + option + " " + example, "",
                      ErrorCode::missing);
    return *value;
}

MapRequest map_request(const Values& values) {
    MapRequest request;
    request.id = values.id;
    request.values = parameter_values(values);
    request.x = needed("--x", values.x, "lr=0.01:10:64:log");
    request.y = needed("--y", values.y, "V_scale=0.1:1:64");
    request.measure = single("--measure", values.measure).value_or(request.measure);
    request.count = single("--count", values.count);
    request.threshold = single("--threshold", values.threshold);
    request.threads = thread_count(values);
    request.file = single("--out", values.out);
    request.format = format_of(values);
    return request;
}

Request make_request(const CommandLine& line) {
    const CLI::App* const command = chosen_command(line.app);
    check_extras(line.app, "option");
    check_extras(*command, command->get_name());
    if (command == line.list) return ListRequest{asks_for_json(line.values)};
    if (command == line.info) return InfoRequest{line.values.id, asks_for_json(line.values)};
    if (command == line.run) return run_request(line.values);
    if (command == line.verify) return verify_request(line.values, command->count("ID") > 0);
    if (command == line.ensemble) return ensemble_request(line.values);
    if (command == line.map) return map_request(line.values);
    return VersionRequest{asks_for_json(line.values)};
}

}  // namespace

Request parse_arguments(int argc, const char* const* argv) {
    CommandLine line;
    try {
        line.app.parse(argc, argv);
        return make_request(line);
    } catch (const CLI::CallForHelp&) {
        return TextRequest{line.app.help()};
    } catch (const CLI::CallForVersion& version) {
        return TextRequest{std::string(version.what()) + "\n"};
    } catch (const CLI::RequiredError&) {  // ID is the only one required
        throw refused("ID", "", "none given; name an experiment, as `polarize list` shows them", "",
                      ErrorCode::missing);
    } catch (const CLI::ArgumentMismatch& mismatch) {
        const std::string message = mismatch.what();
        const std::size_t colon = message.find(':');
        if (colon != std::string::npos)
            throw refused(message.substr(0, colon), "", "no value given; see --help", "", ErrorCode::missing);
        throw refused("--" + message.substr(0, message.find(' ')), "", "takes no value; see --help", "",
                      ErrorCode::malformed);
    } catch (const CLI::ParseError& error) {
        throw Error(std::string(error.what()) + "; see --help");
    }
}

}  // namespace polarize::native
