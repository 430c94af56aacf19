#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polarize::native {

/// What only runs that train attention models can be told, still as text.
struct TrainingRequest {
    std::optional<std::string> data_file;            ///< sequences to train on
    std::optional<std::string> order_file;           ///< the order in which epochs go over them
    std::optional<std::string> checkpoint_file;      ///< where the state is kept
    std::optional<std::string> checkpoint_interval;  ///< seconds between two writes of it
    std::optional<std::string> resume_file;          ///< a checkpoint to go on from
    std::optional<std::string> weights_file;         ///< where the trained weights go
};

/// What the arguments of `polarize run` say, still as text.
struct RunRequest {
    std::string id;
    std::vector<std::pair<std::string, std::string>> values;  ///< parameters by name, each once
    std::optional<std::string> initial_file;                  ///< arrays to start from
    std::optional<std::size_t> threads;
    TrainingRequest training;
    std::optional<std::string> folder;  ///< where to write; standard output without it
    std::string format = "table";
};

/// `polarize run`: runs the experiment and writes it out. Returns the exit code. Throws Error for input that cannot be
/// used, before anything is computed or written, and WriteError when the result cannot be written.
int run_experiment(const RunRequest& request);

}  // namespace polarize::native
