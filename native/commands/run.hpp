#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polarize::native {

/// What the arguments of `polarize run` say, still as text.
struct RunRequest {
    std::string id;
    std::vector<std::pair<std::string, std::string>> values;  ///< parameters by name, each once
    std::optional<std::string> initial_file;                  ///< `.npz` of arrays to start from
    std::optional<std::string> folder;                        ///< where to write; standard output without it
    std::string format = "table";
};

/// `polarize run`: runs the experiment and writes it out. Returns the exit code. Throws Error for input that cannot be
/// used, before anything is computed or written, and WriteError when the result cannot be written.
int run_experiment(const RunRequest& request);

}  // namespace polarize::native
