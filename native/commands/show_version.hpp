#pragma once

namespace polarize::native {

/// `polarize version`: version, instruction set in use, the available ones, compiler, build type, as a
/// table or a JSON object. Returns the exit code.
int show_version(bool as_json);

}  // namespace polarize::native
