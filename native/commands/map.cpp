#include "commands/map.hpp"

#include <algorithm>
#include <filesystem>

#include <polarize/error.hpp>
#include <polarize/isa.hpp>
#include "catalogue/suggest.hpp"
#include "commands/conditions.hpp"
#include "commands/shared.hpp"
#include "exit_code.hpp"
#include "figures/map_figure.hpp"
#include "formats/map_npz.hpp"
#include "number_argument.hpp"
#include "system/atomic_file.hpp"
#include "system/interrupt.hpp"
#include "system/machine.hpp"
#include "system/progress.hpp"
#include "system/streams.hpp"
#include "system/workers.hpp"

namespace polarize::native {
namespace {

MapMeasure measure_called(const std::string& name) {
    const auto* const found = std::ranges::find(kMapMeasureNames, name);
    if (found == kMapMeasureNames.end()) throw Error(unknown_name("--measure", name, kMapMeasureNames));
    return static_cast<MapMeasure>(found - kMapMeasureNames.begin());
}

PhaseMapSettings settings_of(const MapRequest& request, const Experiment& experiment) {
    PhaseMapSettings settings{.x = parse_axis("--x", request.x, experiment),
                              .y = parse_axis("--y", request.y, experiment),
                              .measure = measure_called(request.measure)};
    if (request.count) settings.count = whole_number("--count", *request.count, 1, most_flows);
    if (request.threshold) settings.threshold = share("--threshold", *request.threshold);
    settings.workers = request.threads.value_or(processor_count());
    settings.memory_limit = memory_to_spare();
    return settings;
}

/// Whether the map is to be a picture and not arrays.
bool is_picture(const std::filesystem::path& file) {
    if (file.extension() == ".png") return true;
    if (file.extension() != ".npz")
        throw Error("--out: \"" + file.string() + "\" has an ending that is not known; allowed: .npz, .png");
    return false;
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
    const std::filesystem::path file(request.file);
    const bool as_picture = is_picture(file);
    PhaseMap map(params, settings);
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    const std::filesystem::path target = prepare_file(folder, file.filename().string(), "--out");
    enter(Stage::computing);
    const MapRecord record = compute(map, request.id);
    enter(Stage::writing);
    write_result(as_picture ? map_figure(record) : map_npz(record), target);
    return exit_code(record);
}

}  // namespace polarize::native
