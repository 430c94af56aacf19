#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace polarize::native {

/// The arguments as CLI11 fills them. Options that may stand once are lists too, so that a second one can be told.
struct Values {
    std::string id;
    bool as_json = false;  ///< --json, on any command
    std::vector<std::string> set, seed, steps, samples, until, tol, threads, init, out, format;
    std::vector<std::string> data, order, checkpoint, checkpoint_every, resume, weights;
    bool until_polarised = false;
    std::vector<std::string> count, threshold, x, y, measure;
};

/// The program's commands and their options with the help that they show.
struct CommandLine {
    CommandLine();

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

}  // namespace polarize::native
