#include "arguments.hpp"

#include <CLI/CLI.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/suggest.hpp"
#include "numeric/error.hpp"
#include "version.hpp"

namespace polarize::native {
namespace {

constexpr const char* program_examples = R"(Examples:
  polarize list                             the experiments
  polarize info logistic                    what one does and its parameters
  polarize run logistic                     run it and show a summary
  polarize run --help                       options and examples of a run

Exit codes: 0 finished, 1 the result could not be written, 2 bad input, 3 the run diverged, 130 interrupted.
The environment variable POLARIZE_ISA chooses the instruction set, one of those that `polarize version` shows.)";

constexpr const char* run_examples = R"(Examples:
  polarize run logistic                                         a summary for people
  polarize run logistic --seed 7 --steps 10000                  other numbers
  polarize run normalisers-square --set map=l2 --set lr=0.05    other parameters; see polarize info ID
  polarize run logistic --format csv > history.csv              the history, a row for each sample
  polarize run logistic --format npz --out results              writes results/logistic.npz
  polarize run logistic --init results/logistic.npz             starts from that file's arrays

Ctrl-C stops the run and writes what was computed; a second Ctrl-C ends the program at once.)";

/// The arguments as CLI11 fills them. Options that may stand once are lists too, so that a second one can be told.
struct Values {
    std::string id;
    bool as_json = false;
    std::vector<std::string> set, seed, steps, samples, init, out, format;
};

struct Program {
    CLI::App app{"Experiments on how gradient flow polarizes softmax outputs.", "polarize"};
    CLI::App* list = app.add_subcommand("list", "Show the experiments");
    CLI::App* info = app.add_subcommand("info", "Show what an experiment does and its parameters");
    CLI::App* run = app.add_subcommand("run", "Run an experiment");
    CLI::App* version = app.add_subcommand("version", "Show version, instruction sets, compiler and build type");
    Values values;
};

/// An option of one value, which may be given `most_times`.
void add_option(CLI::App* command, const std::string& name, std::vector<std::string>& target, const std::string& type,
                const std::string& help) {
    command->add_option(name, target, help)
        ->expected(1)
        ->allow_extra_args(false)
        ->type_name(type)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void define_options(Program& program) {
    Values& values = program.values;
    program.app.require_subcommand(0, 1);
    program.app.footer(program_examples);
    program.app.set_version_flag("--version", "polarize " + std::string(polarize::version()));
    program.list->add_flag("--json", values.as_json, "All that is known of them, as a JSON array");
    program.info->add_option("ID", values.id, "An experiment, as `polarize list` names it")->required()->type_name("");
    program.info->add_flag("--json", values.as_json, "As a JSON object");
    CLI::App* const run = program.run;
    run->add_option("ID", values.id, "An experiment, as `polarize list` names it")->required()->type_name("");
    add_option(run, "--set", values.set, "NAME=VALUE", "Set a parameter; may be given for each one");
    add_option(run, "--seed", values.seed, "N", "Seed of the random draws, as --set seed=N");
    add_option(run, "--steps", values.steps, "N", "Updates to do, as --set steps=N");
    add_option(run, "--samples", values.samples, "N", "History samples to keep, as --set samples=N");
    add_option(run, "--init", values.init, "FILE.npz", "Start from these arrays instead of random ones");
    add_option(run, "--out", values.out, "FOLDER",
               "Write the file ID.json, .csv, .npz or .txt there instead of to standard output");
    add_option(run, "--format", values.format, "FORMAT", "table (default), json, csv or npz");
    run->footer(run_examples);
    for (CLI::App* const app : {&program.app, program.list, program.info, run, program.version}) app->allow_extras();
}

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
        throw Error(std::string(field) + ": \"" + extra + "\" is one argument too many; see --help");
    }
    const std::vector<std::string> names = option_names(app);
    const std::vector<std::string_view> allowed(names.begin(), names.end());
    throw Error(unknown_name(field, extra.substr(0, extra.find('=')), allowed));
}

const CLI::App* chosen_command(const CLI::App& app) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    if (!chosen.empty()) return chosen.front();
    const std::vector<std::string_view> commands = command_names(app);
    const std::vector<std::string> extras = app.remaining();
    if (extras.empty()) throw Error("command: none given; one of list, info, run, version (see polarize --help)");
    if (extras.front().starts_with("-")) check_extras(app, "option");
    throw Error(unknown_name("command", extras.front(), commands));
}

[[noreturn]] void refuse_second_value(std::string_view field, std::string_view value) {
    std::string message(field);
    throw Error(message.append(": \"").append(value).append("\" is a second value; give it once"));
}

std::optional<std::string> single(std::string_view option, const std::vector<std::string>& values) {
    if (values.empty()) return std::nullopt;
    if (values.size() > 1) refuse_second_value(option, values[1]);
    return values.front();
}

/// The parameters that the options and `--set` name, each once.
std::vector<std::pair<std::string, std::string>> parameter_values(const Values& values) {
    std::vector<std::pair<std::string, std::string>> named;
    named.reserve(values.seed.size() + values.steps.size() + values.samples.size() + values.set.size());
    for (const std::string& text : values.seed) named.emplace_back("seed", text);
    for (const std::string& text : values.steps) named.emplace_back("steps", text);
    for (const std::string& text : values.samples) named.emplace_back("samples", text);
    for (const std::string& assignment : values.set) {
        const std::size_t equals = assignment.find('=');
        if (equals == std::string::npos) {
            throw Error("--set: \"" + assignment + R"(" has no "="; write NAME=VALUE, as in --set lr=0.1)");
        }
        named.emplace_back(assignment.substr(0, equals), assignment.substr(equals + 1));
    }
    std::set<std::string> seen;
    for (const auto& [name, text] : named) {
        if (!seen.insert(name).second) refuse_second_value(name, text);
    }
    return named;
}

RunRequest run_request(const Values& values) {
    RunRequest request;
    request.id = values.id;
    request.values = parameter_values(values);
    request.initial_file = single("--init", values.init);
    request.folder = single("--out", values.out);
    request.format = single("--format", values.format).value_or(request.format);
    return request;
}

Request make_request(const Program& program) {
    const CLI::App* const command = chosen_command(program.app);
    check_extras(program.app, "option");
    check_extras(*command, command->get_name());
    if (command == program.list) return ListRequest{program.values.as_json};
    if (command == program.info) return InfoRequest{program.values.id, program.values.as_json};
    if (command == program.run) return run_request(program.values);
    return VersionRequest{};
}

}  // namespace

Request parse_arguments(int argc, const char* const* argv) {
    Program program;
    define_options(program);
    try {
        program.app.parse(argc, argv);
        return make_request(program);
    } catch (const CLI::CallForHelp&) {
        return TextRequest{program.app.help()};
    } catch (const CLI::CallForVersion& version) {
        return TextRequest{std::string(version.what()) + "\n"};
    } catch (const CLI::RequiredError&) {  // ID is the only one required
        throw Error("ID: none given; name an experiment, as `polarize list` shows them");
    } catch (const CLI::ArgumentMismatch& mismatch) {
        const std::string message = mismatch.what();
        throw Error(message.substr(0, message.find(':')) + ": no value given; see --help");
    } catch (const CLI::ParseError& error) {
        throw Error(std::string(error.what()) + "; see --help");
    }
}

}  // namespace polarize::native
