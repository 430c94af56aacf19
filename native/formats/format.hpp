#pragma once

#include <string>
#include <string_view>

#include "run_record.hpp"

namespace polarize::native {

/// How a run is written out.
enum class Format { table, json, csv, npz };

/// The format called `name`. Throws Error that names the field `--format` and what is allowed.
Format find_format(std::string_view name);

/// The ending of a file in `format`, e.g. ".json".
std::string_view file_ending(Format format);

/// Whether `format` is for programs only, not for a terminal.
bool is_binary(Format format);

/// The whole file of `record` in `format`.
std::string render(Format format, const RunRecord& record);
std::string render(Format format, const TrainingRecord& record);

}  // namespace polarize::native
