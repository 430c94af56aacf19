#pragma once

#include <string>

#include "manual/program_text.hpp"

namespace polarize::native {

/// The manual page, in the man macros of roff.
std::string man_page(const ProgramText& program);

/// Completion scripts for these shells. They ask the program nothing: what they propose stands in them.
std::string bash_completion(const ProgramText& program);
std::string zsh_completion(const ProgramText& program);
std::string fish_completion(const ProgramText& program);

}  // namespace polarize::native
