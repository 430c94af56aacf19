#include "commands/show_version.hpp"

#include <string>

#include <nlohmann/json.hpp>

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

std::string version_json() {
    nlohmann::ordered_json object;
    object["version"] = version();
    object["isa"] = name(active_isa());
    for (const Isa isa : available_isas()) object["available"].push_back(name(isa));
    object["threads"] = processor_count();
    object["compiler"] = compiler;
    object["build"] = POLARIZE_BUILD_TYPE;
    return object.dump(2) + "\n";
}

std::string version_table() {
    std::string available;
    for (const Isa isa : available_isas()) available += (available.empty() ? "" : ", ") + std::string(name(isa));
    Columns columns({Columns::Align::left, Columns::Align::left});
    columns.add({"version", std::string(version())});
    columns.add({"isa", std::string(name(active_isa()))});
    columns.add({"available", available});
    columns.add({"threads", std::to_string(processor_count())});
    columns.add({"compiler", compiler});
    columns.add({"build", POLARIZE_BUILD_TYPE});
    return "polarize\n" + joined(columns.lines());
}

}  // namespace

int show_version(bool as_json) {
    write_output(as_json ? version_json() : version_table());
    return exit_finished;
}

}  // namespace polarize::native
