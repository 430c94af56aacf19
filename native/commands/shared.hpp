#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polarize/params.hpp>
#include "system/output.hpp"

namespace polarize::native {

// What the commands that compute share.

/// Most flows that one ensemble or one point of a map may ask for.
inline constexpr std::uint64_t most_flows = std::uint64_t{1} << 32U;

/// The parameters of the experiment `id`, of whatever model, with `values` set by name. Throws Error, also for a value
/// that has no effect with the others.
Params params_of(const std::string& id, const std::vector<std::pair<std::string, std::string>>& values);

/// The flow called `id` for a command that takes no other experiment. Throws Error.
const Experiment& flow_called(const std::string& id, std::string_view command);

/// The parameters of that flow with `values` set by name. Throws Error.
Params flow_params_of(const std::string& id, const std::vector<std::pair<std::string, std::string>>& values,
                      std::string_view command);

/// Whether `format`, of a command that writes a table or JSON, is the latter. Throws Error for any other word.
bool is_json(const std::string& format);

/// Complains where bytes that are not for people would go to a terminal. `option` is the one to change, with its value
/// `text`. Throws Error.
void check_no_terminal(const Output& target, std::string_view option, std::string_view text);

/// Writes `bytes` to `target`; the name of a file goes to standard error. Throws WriteError.
void write_result(std::string_view bytes, const Output& target);

}  // namespace polarize::native
