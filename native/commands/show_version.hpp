#pragma once

namespace polarize::native {

/// `polarize version`: version, instruction set in use, the available ones, compiler, build type. Returns the exit
/// code.
int show_version();

}  // namespace polarize::native
