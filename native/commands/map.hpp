#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polarize::native {

/// What the arguments of `polarize map` say, still as text.
struct MapRequest {
    std::string id;
    std::vector<std::pair<std::string, std::string>> values;  ///< parameters by name, each once
    std::string x;                                            ///< NAME=LOW:HIGH:COUNT, or with :log
    std::string y;
    std::string measure = "entropy";
    std::optional<std::string> count;  ///< flows at each point
    std::optional<std::string> threshold;
    std::optional<std::size_t> threads;  ///< as many as there are processors without it
    std::optional<std::string> file;     ///< where to write; standard output without it
    std::optional<std::string> format;   ///< what the file's ending says without it
};

/// `polarize map`: computes a measure of the experiment over two of its parameters and writes it as arrays, as
/// JSON or as a picture. Returns the exit code. Throws Error for input that cannot be used, before anything is computed
/// or written, and WriteError when the result cannot be written.
int run_map(const MapRequest& request);

}  // namespace polarize::native
