#include "command_line.hpp"

#include <polarize/version.hpp>

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
diverged or got stuck, 4 no claim applied to what was to be verified, 130 interrupted.
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
compares. Exit codes: 0 all claims hold, 1 one does not, 2 bad input, 4 no claim applies, so nothing was checked, 130
interrupted.)";

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

/// An option of one value. All that are given go to `target`: where one may be given, a second is refused by name.
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

constexpr const char* table_or_json = "table (default) or json";

/// How a command writes what it found, `formats` being those it has. Every command has JSON.
void add_format(CLI::App* command, Values& values, const std::string& formats) {
    add_option(command, "--format", values.format, "FORMAT", formats);
    add_flag(command, "--json", values.as_json, "The same as --format json");
}

void add_experiment(CLI::App* command, Values& values) {
    command->add_option("ID", values.id, "An experiment, as `polarize list` names it")->required()->type_name("");
}

/// What --seed, --steps and --samples are to a command.
struct ParameterHelp {
    const char* seed;
    const char* steps;
    const char* samples;
};

/// The experiment and the options that set its parameters.
void add_parameters(CLI::App* command, Values& values, const ParameterHelp& help) {
    add_experiment(command, values);
    add_option(command, "--set", values.set, "NAME=VALUE", "Set a parameter; may be given for each one");
    add_option(command, "--seed", values.seed, "N", help.seed);
    add_option(command, "--steps", values.steps, "N", help.steps);
    add_option(command, "--samples", values.samples, "N", help.samples);
    add_option(command, "--until", values.until, "WHAT=HORIZON",
               "Where gradient flow stops: t=1e12, log10t=300 or tau=600; sets until and horizon");
    add_option(command, "--tol", values.tol, "X", "Tolerance of gradient flow, as --set tol=X");
}

/// The options that ensembles and maps share.
void add_flow_options(CLI::App* command, Values& values) {
    add_parameters(command, values,
                   {.seed = "Seed of the flows' seeds, as --set seed=N",
                    .steps = "Updates of each flow, as --set steps=N",
                    .samples = "Moments to record, as --set samples=N; 100 without it"});
    add_option(command, "--threshold", values.threshold, "X",
               "Entropy, over log k, below which a flow counts as polarised; 0.5 without it");
    add_option(command, "--threads", values.threads, "N",
               "Threads to use, 1 to 256; without it as many as this process may run at once");
}

void define_ensemble(CLI::App* ensemble, Values& values) {
    add_flow_options(ensemble, values);
    add_option(ensemble, "--count", values.count, "N", "Flows; 4096 without it");
    add_flag(ensemble, "--until-polarised", values.until_polarised,
             "End each flow at the first recorded moment at which it is polarised");
    add_option(ensemble, "--out", values.out, "FOLDER",
               "Write the file ID-ensemble.json or .txt there instead of to standard output, which is also -");
    add_format(ensemble, values, table_or_json);
    ensemble->footer(ensemble_examples);
}

void define_map(CLI::App* map, Values& values) {
    add_flow_options(map, values);
    add_option(map, "--x", values.x, "NAME=LOW:HIGH:COUNT[:log]", "The parameter along x and its values");
    add_option(map, "--y", values.y, "NAME=LOW:HIGH:COUNT[:log]", "The parameter along y and its values");
    add_option(map, "--measure", values.measure, "NAME",
               "entropy (default), max_alpha, winner_share, loss or time_to_polarise");
    add_option(map, "--count", values.count, "N", "Flows at each point, of which the mean is shown; 1 without it");
    add_option(map, "--out", values.out, "FILE",
               "Where to write: arrays to FILE.npz or FILE.json, a picture to FILE.png; - is standard output");
    add_format(map, values, "npz, json or png; what the ending of FILE says without it");
    map->footer(map_examples);
}

/// The options of `run` that count for attention models only.
void define_training_options(CLI::App* run, Values& values) {
    add_option(run, "--data", values.data, "FILE",
               "Train on these sequences: .npz of ids and labels (eval_ids, eval_labels), or .npy of ids");
    add_option(
        run, "--order", values.order, "FILE.npy",
        "The order in which the first epochs go over the sequences, a row for each; more rows than epochs wait for a "
        "run that goes on");
    add_option(run, "--checkpoint", values.checkpoint, "FILE",
               "Keep the state of the training there, written anew now and then and at the end");
    add_option(run, "--checkpoint-every", values.checkpoint_every, "SECONDS",
               "The least time between two writes of it; 10 without it, 0 writes after every update");
    add_option(run, "--resume", values.resume, "FILE", "Go on from a checkpoint, bit for bit");
    add_option(run, "--weights", values.weights, "FILE",
               "Write the trained weights there as .safetensors; - is standard output");
}

void define_run(CLI::App* run, Values& values) {
    add_parameters(run, values,
                   {.seed = "Seed of the random draws, as --set seed=N",
                    .steps = "Updates to do, as --set steps=N",
                    .samples = "History samples to keep, as --set samples=N"});
    add_option(run, "--threads", values.threads, "N",
               "Threads to use, 1 to 256; a flow uses one, training up to 8, without it as many as this process may "
               "run at once");
    add_option(run, "--init", values.init, "FILE",
               "Start from these arrays instead of random ones: .npz, or for training .safetensors; - is standard "
               "input, here and "
               "for all that is read");
    add_option(run, "--out", values.out, "FOLDER",
               "Write the file ID.json, .csv, .npz or .txt there instead of to standard output, which is also -");
    add_format(run, values, "table (default), json, csv or npz");
    define_training_options(run, values);
    run->footer(run_examples);
}

void define_verify(CLI::App* verify, Values& values) {
    verify->add_option("ID", values.id, "An experiment, as `polarize list` names it; every one without it")
        ->type_name("");
    add_option(verify, "--set", values.set, "NAME=VALUE", "Set a parameter; may be given for each one");
    add_option(verify, "--seed", values.seed, "N", "Seed of the random draws, as --set seed=N");
    add_format(verify, values, table_or_json);
    verify->footer(verify_examples);
}

}  // namespace

CommandLine::CommandLine() {
    app.require_subcommand(0, 1);
    app.footer(program_examples);
    app.set_version_flag("--version", "polarize " + std::string(polarize::version()));
    add_format(list, values, table_or_json);
    add_experiment(info, values);
    add_format(info, values, table_or_json);
    add_format(version, values, table_or_json);
    define_run(run, values);
    define_verify(verify, values);
    define_ensemble(ensemble, values);
    define_map(map, values);
    for (CLI::App* const command : {&app, list, info, run, verify, ensemble, map, version}) command->allow_extras();
}

}  // namespace polarize::native
