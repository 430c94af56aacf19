#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polarize::native {

/// What the arguments of `polarize ensemble` say, still as text.
struct EnsembleRequest {
    std::string id;
    std::vector<std::pair<std::string, std::string>> values;  ///< parameters by name, each once
    std::optional<std::string> count;                         ///< flows
    std::optional<std::string> threshold;
    bool until_polarised = false;        ///< flows end once they are polarised
    std::optional<std::size_t> threads;  ///< as many as there are processors without it
    std::optional<std::string> folder;   ///< where to write; standard output without it
    std::string format = "table";
};

/// `polarize ensemble`: runs many flows of the experiment that differ in their seeds and writes what became of them.
/// Returns the exit code. Throws Error for input that cannot be used, before anything is computed or written, and
/// WriteError when the result cannot be written.
int run_ensemble(const EnsembleRequest& request);

}  // namespace polarize::native
