#include "manual/formats.hpp"
#include "manual/shell_text.hpp"

namespace polarize::native {
namespace {

constexpr const char* head = R"sh(# Completion of polarize in bash; made from the definition of its command line.

)sh";

// The word under the cursor and those before it are taken from the line itself, because bash takes apart words at "=".
constexpr const char* body = R"sh(
# The experiment named on the line: the first word behind the command that is neither an option nor its value.
_polarize_experiment() {
  local command=$1 word
  shift
  while [ $# -gt 0 ]; do
    word=$1
    shift
    case $word in
      *=*) ;;
      -*) if [ -n "$(_polarize_kind "$command" "$word")" ] && [ $# -gt 0 ]; then shift; fi ;;
      *) echo "$word" && return ;;
    esac
  done
}

_polarize() {
  local line=${COMP_LINE:0:COMP_POINT} current previous command experiment kind choices=
  local -a words
  read -ra words <<<"$line"
  if [[ $line == *[[:space:]] ]]; then words+=(""); fi
  current=${words[${#words[@]} - 1]}
  previous=${words[${#words[@]} - 2]}
  command=${words[1]}
  COMPREPLY=()
  if [ "${#words[@]}" -le 2 ]; then
    choices="$_polarize_commands $(_polarize_options "")"
  else
    experiment=$(_polarize_experiment "$command" "${words[@]:2:${#words[@]}-3}")
    if [[ $current == --*=* ]]; then
      previous=${current%%=*}
      current=${current#*=}
    fi
    kind=$(_polarize_kind "$command" "$previous")
    case $kind in
      file) mapfile -t COMPREPLY < <(compgen -f -- "$current") && compopt -o filenames 2>/dev/null; return ;;
      folder) mapfile -t COMPREPLY < <(compgen -d -- "$current") && compopt -o filenames 2>/dev/null; return ;;
      setting) choices=$(_polarize_settings "$experiment") ;;
      axis) choices=$(_polarize_axes "$experiment") ;;
      free) return ;;
      words:*) choices=${kind#words:} ;;
      *)
        if [[ $current == -* ]]; then
          choices=$(_polarize_options "$command")
        elif [ -z "$experiment" ]; then
          choices=$(_polarize_ids "$command")
        fi
        ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
  if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
  if [[ $current == *=* && $COMP_WORDBREAKS == *=* ]]; then COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*=}"}"}"); fi
}

complete -F _polarize polarize
)sh";

std::string kind_word(const OptionText& option) {
    switch (option.kind) {
        case ValueKind::none: return "";
        case ValueKind::free: return "free";
        case ValueKind::words: return "words:" + joined_words(option.words);
        case ValueKind::file: return "file";
        case ValueKind::folder: return "folder";
        case ValueKind::setting: return "setting";
        case ValueKind::axis: return "axis";
    }
    return "";
}

/// A function that says, by its first argument, one of the texts in `cases`.
std::string function(const std::string& name, const std::string& subject, const std::string& cases) {
    return name + "() {\n  case " + subject + " in\n" + cases + "  esac\n}\n";
}

std::string one_case(const std::string& pattern, const std::string& text) {
    return "    " + single_quoted(pattern) + ") echo " + single_quoted(text) + " ;;\n";
}

std::string option_names(const CommandText& command) {
    std::vector<std::string> names;
    for (const OptionText& option : command.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return joined_words(names);
}

}  // namespace

std::string bash_completion(const ProgramText& program) {
    std::vector<std::string> names;
    std::string options = one_case("", option_names(program.program));
    std::string kinds;
    std::string with_experiment;
    for (const CommandText& command : program.commands) {
        names.push_back(command.name);
        options += one_case(command.name, option_names(command));
        with_experiment += one_case(command.name, joined_words(ids(experiments_of(program, command))));
        for (const OptionText& option : command.options) {
            if (option.kind == ValueKind::none) continue;
            for (const std::string& name : option.names)
                kinds += one_case(command.name + " " + name, kind_word(option));
        }
    }
    std::string settings;
    std::string axes;
    for (const ExperimentText& experiment : program.experiments) {
        settings += one_case(experiment.id, joined_words(experiment.settings));
        axes += one_case(experiment.id, joined_words(experiment.axes));
    }
    return head + ("_polarize_commands=" + single_quoted(joined_words(names))) + "\n" +
           function("_polarize_options", "$1", options) + function("_polarize_kind", "\"$1 $2\"", kinds) +
           function("_polarize_ids", "$1", with_experiment) + function("_polarize_settings", "$1", settings) +
           function("_polarize_axes", "$1", axes) + body;
}

}  // namespace polarize::native
