#include "arguments.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/suggest.hpp"
#include "numeric/error.hpp"
#include "system/machine.hpp"
#include "version.hpp"

namespace polarize::native {
namespace {

constexpr const char* program_examples = R"(Examples:
  polarize list                             the experiments
  polarize info logistic                    what one does and its parameters
  polarize run logistic                     run it and show a summary
  polarize run --help                       options and examples of a run
  polarize ensemble logistic                many flows from other seeds: who wins, how soon, how far
  polarize map --help                       phase diagrams over two parameters
  polarize verify                           hold the theory's claims against runs of every experiment

Exit codes: 0 finished, 1 the result could not be written or a verified claim does not hold, 2 bad input, 3 the run
diverged, 130 interrupted.
The environment variable POLARIZE_ISA chooses the instruction set, one of those that `polarize version` shows.)";

constexpr const char* run_examples = R"(Examples:
  polarize run logistic                                         a summary for people
  polarize run logistic --seed 7 --steps 10000                  other numbers
  polarize run normalisers-square --set map=l2 --set lr=0.05    other parameters; see polarize info ID
  polarize run logistic --format csv > history.csv              the history, a row for each sample
  polarize run logistic --format npz --out results              writes results/logistic.npz
  polarize run logistic --init results/logistic.npz             starts from that file's arrays
  polarize run logistic --set dynamics=flow --until log10t=300  gradient flow up to t = 1e300
  polarize run induction --set positions=add --set epochs=1     trains a tiny transformer: who becomes a sink
  polarize run induction --checkpoint run.safetensors           keeps its state; go on with --resume run.safetensors

Ctrl-C stops the run and writes what was computed; a second Ctrl-C ends the program at once.)";

constexpr const char* verify_examples = R"(Examples:
  polarize verify                                       every claim, on runs of every experiment
  polarize verify logistic --set lr=50                  those that speak of this run and its variants
  polarize verify conditioning --format json            as a JSON array, a result to a line

Parameters that are set hold for every run that is made, but for what a claim is about: how long it lasts, and what it
compares. Exit codes: 0 all claims hold, 1 one does not, 2 bad input, 130 interrupted.)";

constexpr const char* ensemble_examples = R"(Examples:
  polarize ensemble logistic --count 100000 --set steps=10000   a summary for people
  polarize ensemble logistic --seed 7 --format json             other flows; all numbers as JSON
  polarize ensemble logistic --set dynamics=flow --until tau=100
  polarize ensemble conditioning --count 200 --set kappa=100    any experiment, with its own parameters

Flow number i is the run of the seed that the ensemble's seed and i give, whatever the threads and the machine.
Ctrl-C stops and writes what the flows that have ended show; a second Ctrl-C ends the program at once.)";

constexpr const char* map_examples = R"(Examples:
  polarize map logistic --x k=2:64:63 --y lr=0.01:10:61:log --set steps=1000 --out map.png
  polarize map conditioning --x kappa=1:100:64:log --y V_scale=1e-6:1:64:log --out map.npz
  polarize map logistic --x V_scale=0.01:10:256:log --y a_scale=0:2:256 --set dynamics=flow --until tau=100 --out map.png

Values of whole-number parameters are rounded. Points are computed from coarse to fine. Ctrl-C stops and writes those
that are done; a second Ctrl-C ends the program at once.)";

/// The arguments as CLI11 fills them. Options that may stand once are lists too, so that a second one can be told.
struct Values {
    std::string id;
    bool as_json = false;
    std::vector<std::string> set, seed, steps, samples, until, tol, threads, init, out, format;
    std::vector<std::string> data, order, checkpoint, resume, weights;
    bool until_polarised = false;
    std::vector<std::string> count, threshold, x, y, measure;
};

struct Program {
    CLI::App app{"Experiments on how gradient flow polarizes softmax outputs.", "polarize"};
    CLI::App* list = app.add_subcommand("list", "Show the experiments");
    CLI::App* info = app.add_subcommand("info", "Show what an experiment does and its parameters");
    CLI::App* run = app.add_subcommand("run", "Run an experiment");
    CLI::App* verify = app.add_subcommand("verify", "Hold the theory's claims against runs");
    CLI::App* ensemble = app.add_subcommand("ensemble", "Run many flows of an experiment from different seeds");
    CLI::App* map = app.add_subcommand("map", "Compute a measure of an experiment over two of its parameters");
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

/// An option without a value.
void add_flag(CLI::App* command, const std::string& name, bool& target, const std::string& help) {
    command->add_flag(name, target, help)->disable_flag_override();
}

/// The options that ensembles and maps share.
void add_flow_options(CLI::App* command, Values& values) {
    command->add_option("ID", values.id, "An experiment, as `polarize list` names it")->required()->type_name("");
    add_option(command, "--set", values.set, "NAME=VALUE", "Set a parameter; may be given for each one");
    add_option(command, "--seed", values.seed, "N", "Seed of the flows' seeds, as --set seed=N");
    add_option(command, "--steps", values.steps, "N", "Updates of each flow, as --set steps=N");
    add_option(command, "--samples", values.samples, "N", "Moments to record, as --set samples=N; 100 without it");
    add_option(command, "--until", values.until, "WHAT=HORIZON",
               "Where gradient flow stops: t=1e12, log10t=300 or tau=600; sets until and horizon");
    add_option(command, "--tol", values.tol, "X", "Tolerance of gradient flow, as --set tol=X");
    add_option(command, "--threshold", values.threshold, "X",
               "Entropy, over log k, below which a flow counts as polarised; 0.5 without it");
    add_option(command, "--threads", values.threads, "N", "Threads to use; as many as there are processors without it");
}

void define_ensemble(CLI::App* ensemble, Values& values) {
    add_flow_options(ensemble, values);
    add_option(ensemble, "--count", values.count, "N", "Flows; 4096 without it");
    add_flag(ensemble, "--until-polarised", values.until_polarised,
             "End each flow at the first recorded moment at which it is polarised");
    add_option(ensemble, "--out", values.out, "FOLDER",
               "Write the file ID-ensemble.json or .txt there instead of to standard output");
    add_option(ensemble, "--format", values.format, "FORMAT", "table (default) or json");
    ensemble->footer(ensemble_examples);
}

void define_map(CLI::App* map, Values& values) {
    add_flow_options(map, values);
    add_option(map, "--x", values.x, "NAME=LOW:HIGH:COUNT[:log]", "The parameter along x and its values");
    add_option(map, "--y", values.y, "NAME=LOW:HIGH:COUNT[:log]", "The parameter along y and its values");
    add_option(map, "--measure", values.measure, "NAME",
               "entropy (default), max_alpha, winner_share, loss or time_to_polarise");
    add_option(map, "--count", values.count, "N", "Flows at each point, of which the mean is shown; 1 without it");
    add_option(map, "--out", values.out, "FILE", "Where to write: arrays to FILE.npz, a picture to FILE.png");
    map->footer(map_examples);
}

/// The options of `run` that count for attention models only.
void define_training_options(CLI::App* run, Values& values) {
    add_option(run, "--data", values.data, "FILE",
               "Train on these sequences: .npz of ids and labels (eval_ids, eval_labels), or .npy of ids");
    add_option(run, "--order", values.order, "FILE.npy",
               "The order in which the first epochs go over the sequences, a row for each");
    add_option(run, "--checkpoint", values.checkpoint, "FILE",
               "Keep the state of the training there, written anew every few seconds and at the end");
    add_option(run, "--resume", values.resume, "FILE", "Go on from a checkpoint, bit for bit");
    add_option(run, "--weights", values.weights, "FILE", "Write the trained weights there as .safetensors");
}

void define_options(Program& program) {
    Values& values = program.values;
    program.app.require_subcommand(0, 1);
    program.app.footer(program_examples);
    program.app.set_version_flag("--version", "polarize " + std::string(polarize::version()));
    add_flag(program.list, "--json", values.as_json, "All that is known of them, as a JSON array");
    program.info->add_option("ID", values.id, "An experiment, as `polarize list` names it")->required()->type_name("");
    add_flag(program.info, "--json", values.as_json, "As a JSON object");
    CLI::App* const run = program.run;
    run->add_option("ID", values.id, "An experiment, as `polarize list` names it")->required()->type_name("");
    add_option(run, "--set", values.set, "NAME=VALUE", "Set a parameter; may be given for each one");
    add_option(run, "--seed", values.seed, "N", "Seed of the random draws, as --set seed=N");
    add_option(run, "--steps", values.steps, "N", "Updates to do, as --set steps=N");
    add_option(run, "--samples", values.samples, "N", "History samples to keep, as --set samples=N");
    add_option(run, "--until", values.until, "WHAT=HORIZON",
               "Where gradient flow stops: t=1e12, log10t=300 or tau=600; sets until and horizon");
    add_option(run, "--tol", values.tol, "X", "Tolerance of gradient flow, as --set tol=X");
    add_option(run, "--threads", values.threads, "N",
               "Threads to use, 1 to 256; a flow uses one, training as many as there are processors without it");
    add_option(run, "--init", values.init, "FILE",
               "Start from these arrays instead of random ones: .npz, or for training .safetensors");
    add_option(run, "--out", values.out, "FOLDER",
               "Write the file ID.json, .csv, .npz or .txt there instead of to standard output");
    add_option(run, "--format", values.format, "FORMAT", "table (default), json, csv or npz");
    define_training_options(run, values);
    run->footer(run_examples);
    CLI::App* const verify = program.verify;
    verify->add_option("ID", values.id, "An experiment, as `polarize list` names it; every one without it")
        ->type_name("");
    add_option(verify, "--set", values.set, "NAME=VALUE", "Set a parameter; may be given for each one");
    add_option(verify, "--seed", values.seed, "N", "Seed of the random draws, as --set seed=N");
    add_option(verify, "--format", values.format, "FORMAT", "table (default) or json");
    verify->footer(verify_examples);
    define_ensemble(program.ensemble, values);
    define_map(program.map, values);
    for (CLI::App* const app :
         {&program.app, program.list, program.info, run, verify, program.ensemble, program.map, program.version}) {
        app->allow_extras();
    }
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
    if (extras.empty())
        throw Error(
            "command: none given; one of list, info, run, verify, ensemble, map, version (see polarize --help)");
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

/// The two sides of `text`, which the option takes as `form`, e.g. NAME=VALUE, as in `example`.
std::pair<std::string, std::string> assignment(std::string_view option, const std::string& text, std::string_view form,
                                               std::string_view example) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
        std::string message(option);
        throw Error(message.append(": \"" + text + R"(" has no "="; write )")
                        .append(form)
                        .append(", as in ")
                        .append(option)
                        .append(" ")
                        .append(example));
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
    if (!is_number || threads < 1 || threads > most_threads)
        throw Error("--threads: \"" + *text + "\" is not a number of threads; allowed: 1 to " +
                    std::to_string(most_threads));
    return threads;
}

RunRequest run_request(const Values& values) {
    RunRequest request;
    request.id = values.id;
    request.values = parameter_values(values);
    request.threads = thread_count(values);
    request.initial_file = single("--init", values.init);
    request.training = {.data_file = single("--data", values.data),
                        .order_file = single("--order", values.order),
                        .checkpoint_file = single("--checkpoint", values.checkpoint),
                        .resume_file = single("--resume", values.resume),
                        .weights_file = single("--weights", values.weights)};
    request.folder = single("--out", values.out);
    request.format = single("--format", values.format).value_or(request.format);
    return request;
}

VerifyRequest verify_request(const Values& values, bool has_id) {
    VerifyRequest request;
    if (has_id) request.id = values.id;
    request.values = parameter_values(values);
    request.format = single("--format", values.format).value_or(request.format);
    if (!request.id && !values.set.empty()) {
        throw Error("--set: \"" + values.set.front() + "\"" +
                    " needs an experiment to set it for; write polarize verify ID --set NAME=VALUE");
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
    request.format = single("--format", values.format).value_or(request.format);
    return request;
}

/// The value of an option that a map cannot do without.
std::string needed(const std::string& option, const std::vector<std::string>& values, const std::string& example) {
    const std::optional<std::string> value = single(option, values);
    if (!value) throw Error(option + ": none given; a map needs one, as in " + option + " " + example);
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
    request.file = needed("--out", values.out, "map.png");
    return request;
}

Request make_request(const Program& program) {
    const CLI::App* const command = chosen_command(program.app);
    check_extras(program.app, "option");
    check_extras(*command, command->get_name());
    if (command == program.list) return ListRequest{program.values.as_json};
    if (command == program.info) return InfoRequest{program.values.id, program.values.as_json};
    if (command == program.run) return run_request(program.values);
    if (command == program.verify) return verify_request(program.values, command->count("ID") > 0);
    if (command == program.ensemble) return ensemble_request(program.values);
    if (command == program.map) return map_request(program.values);
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
        const std::size_t colon = message.find(':');
        if (colon != std::string::npos) throw Error(message.substr(0, colon) + ": no value given; see --help");
        throw Error("--" + message.substr(0, message.find(' ')) + ": takes no value; see --help");
    } catch (const CLI::ParseError& error) {
        throw Error(std::string(error.what()) + "; see --help");
    }
}

}  // namespace polarize::native
