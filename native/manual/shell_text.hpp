#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "manual/program_text.hpp"

namespace polarize::native {

/// `words` with `separator` between them.
std::string joined_words(const std::vector<std::string>& words, std::string_view separator = " ");

/// `text` with each of `characters` behind a backslash.
std::string escaped(std::string_view text, std::string_view characters);

/// `text` between single quotes, as bash and zsh read it.
std::string single_quoted(std::string_view text);

/// The experiments that `command` takes.
std::vector<ExperimentText> experiments_of(const ProgramText& program, const CommandText& command);

/// Their names.
std::vector<std::string> ids(const std::vector<ExperimentText>& experiments);

}  // namespace polarize::native
