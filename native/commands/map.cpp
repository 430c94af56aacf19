#include "commands/map.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <polarize/error.hpp>
#include <polarize/isa.hpp>
#include <polarize/text.hpp>
#include "commands/conditions.hpp"
#include "commands/shared.hpp"
#include "exit_code.hpp"
#include "figures/map_figure.hpp"
#include "formats/map_json.hpp"
#include "formats/map_npz.hpp"
#include "number_argument.hpp"
#include "system/interrupt.hpp"
#include "system/machine.hpp"
#include "system/progress.hpp"
#include "system/streams.hpp"
#include "system/workers.hpp"

namespace polarize::native {
namespace {

PhaseMapSettings settings_of(const MapRequest& request, const Experiment& experiment) {
    PhaseMapSettings settings{.x = parse_axis("--x", request.x, experiment),
                              .y = parse_axis("--y", request.y, experiment),
                              .measure = enum_called<MapMeasure>("--measure", request.measure)};
    if (request.count) settings.count = whole_number("--count", *request.count, 1, most_flows);
    if (request.threshold) settings.threshold = share("--threshold", *request.threshold);
    settings.workers = request.threads.value_or(processor_count());
    settings.memory_limit = memory_to_spare();
    return settings;
}

/// How a map is written out.
struct MapFormat {
    std::string_view name;
    std::string_view ending;
    bool is_binary;
    std::string (*render)(const MapRecord&);
};

constexpr std::array map_formats{MapFormat{"npz", ".npz", true, map_npz}, MapFormat{"png", ".png", true, map_figure},
                                 MapFormat{"json", ".json", false, map_json}};

const MapFormat& format_called(const std::string& name) {
    constexpr std::array names{map_formats[0].name, map_formats[1].name, map_formats[2].name};
    const auto* const found = std::ranges::find(map_formats, name, &MapFormat::name);
    if (found == map_formats.end()) throw unknown_name("--format", name, names);
    return *found;
}

/// The format that was asked for, or that the file's ending says.
const MapFormat& format_of(const MapRequest& request) {
    const std::filesystem::path file(request.file.value_or(""));
    const auto* const by_ending = std::ranges::find(map_formats, file.extension().string(), &MapFormat::ending);
    if (request.format) {
        const MapFormat& format = format_called(*request.format);
        if (by_ending != map_formats.end() && by_ending->name != format.name)
            throw refused("--format", polarize::quoted(format.name), "goes against --out " + file.string(),
                          by_ending->name, ErrorCode::conflict);
        return format;
    }
    if (!request.file)
        throw refused("--out", "",
                      "none given; a map needs one, as in --out map.png, or a --format for standard output", "",
                      ErrorCode::missing);
    if (by_ending == map_formats.end())
        throw refused("--out", polarize::quoted(*request.file), "has an ending that is not known",
                      ".npz, .png, .json, or any with --format", ErrorCode::unknown_name);
    return *by_ending;
}

MapRecord compute(PhaseMap& map, const std::string& title) {
    const std::size_t threads = map.settings().workers;
    MapRecord record{.params = map.params(), .settings = map.settings(), .result = {}, .isa = name(active_isa())};
    {
        Progress progress(title);
        record.seconds = work_in_threads(
            threads, {.work_per_step = map.work_per_step(),
                      .advance = [&](std::int64_t budget, std::size_t worker) { return map.advance(budget, worker); },
                      .report = [&](std::int64_t steps) { progress.update(steps, map.progress()); }});
    }
    record.result = map.result();
    return record;
}

int exit_code(const MapRecord& record) {
    if (!record.interrupted()) return exit_finished;
    report_failure(std::string(record.params.experiment().id) + ": interrupted after " +
                   std::to_string(record.result.finished) + " of " + std::to_string(record.result.z.size()) +
                   " points");
    return exit_interrupted;
}

}  // namespace

int run_map(const MapRequest& request) {
    name_work(request.id);
    const Params params = flow_params_of(request.id, request.values, "map");
    const PhaseMapSettings settings = settings_of(request, params.experiment());
    check_effect(params, settings.x.name, request.x);
    check_effect(params, settings.y.name, request.y);
    const MapFormat& format = format_of(request);
    PhaseMap map(params, settings);
    const Output target = request.file ? Output(*request.file, "--out") : Output();
    if (format.is_binary) check_no_terminal(target, "--format", format.name);
    enter(Stage::computing);
    const MapRecord record = compute(map, request.id);
    enter(Stage::writing);
    write_result(format.render(record), target);
    return exit_code(record);
}

}  // namespace polarize::native
