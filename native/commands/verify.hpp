#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polarize::native {

/// What the arguments of `polarize verify` say, still as text.
struct VerifyRequest {
    std::optional<std::string> id;                            ///< the experiment; every one without it
    std::vector<std::pair<std::string, std::string>> values;  ///< parameters by name, each once
    std::string format = "table";
};

/// `polarize verify`: checks the claims that speak of the experiment with these parameters, and writes the results.
/// Returns the exit code: exit_finished when all hold, exit_claim_failed when one does not, exit_unchecked when
/// none applies. Throws Error for input that
/// cannot be used, before anything is computed, and WriteError when the results cannot be written.
int verify_claims(const VerifyRequest& request);

}  // namespace polarize::native
