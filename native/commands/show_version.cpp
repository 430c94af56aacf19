#include "commands/show_version.hpp"

#include <string>

#include <polarize/isa.hpp>
#include <polarize/version.hpp>
#include "exit_code.hpp"
#include "formats/columns.hpp"
#include "system/machine.hpp"
#include "system/streams.hpp"

namespace polarize::native {
namespace {

#if defined(__clang__)
constexpr const char* compiler = "clang " __clang_version__;
#elif defined(__GNUC__)
constexpr const char* compiler = "gcc " __VERSION__;
#else
constexpr const char* compiler = "unknown";
#endif

}  // namespace

int show_version() {
    std::string available;
    for (const Isa isa : available_isas()) available += (available.empty() ? "" : ", ") + std::string(name(isa));
    Columns columns({Columns::Align::left, Columns::Align::left});
    columns.add({"version", std::string(version())});
    columns.add({"isa", std::string(name(active_isa()))});
    columns.add({"available", available});
    columns.add({"threads", std::to_string(processor_count())});
    columns.add({"compiler", compiler});
    columns.add({"build", POLARIZE_BUILD_TYPE});
    write_output("polarize\n" + joined(columns.lines()));
    return exit_finished;
}

}  // namespace polarize::native
