#pragma once

#include <string>
#include <variant>

#include "commands/ensemble.hpp"
#include "commands/map.hpp"
#include "commands/run.hpp"
#include "commands/verify.hpp"

namespace polarize::native {

struct ListRequest {
    bool as_json = false;
};
struct InfoRequest {
    std::string id;
    bool as_json = false;
};
struct VersionRequest {
    bool as_json = false;
};
/// A text that the arguments asked for, such as the help.
struct TextRequest {
    std::string text;
};

/// What the program is asked to do.
using Request = std::variant<ListRequest, InfoRequest, RunRequest, VerifyRequest, EnsembleRequest, MapRequest,
                             VersionRequest, TextRequest>;

/// Reads the command line. Throws Error, one line that names the argument, when it is not one that the program has.
Request parse_arguments(int argc, const char* const* argv);

}  // namespace polarize::native
