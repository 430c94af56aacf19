// What ensembles and phase maps take.

#include <algorithm>
#include <string_view>

#include <polarize/ensemble.hpp>
#include <polarize/phase_map.hpp>
#include <polarize/resources.hpp>
#include "ensemble/lane_fit.hpp"
#include "run/estimate.hpp"

namespace polarize {

namespace {

constexpr std::string_view kCount = "count";
constexpr std::string_view kX = "points of x";
constexpr std::string_view kY = "points of y";

/// Adds what `workers` take that compute flows of `params`, each its own.
void add_workers(const Params& params, std::size_t workers, ResourceEstimate& estimate) {
    const auto count = static_cast<double>(workers);
    const RunConfig config = run_config(params);
    if (!fits_lanes(config)) {
        const ResourceEstimate run = estimate_run(params, {}, {.history = 1, .arrays = 0});
        for (ResourcePart part : run.parts) {
            part.bytes *= count;
            estimate.add(part);
        }
        return;
    }
    constexpr double kVectors = 14;  // of a lane, over tokens
    constexpr double kDrawn = 2;     // copies of V while a start is drawn
    const auto k = static_cast<double>(config.k);
    const auto d = static_cast<double>(config.d);
    const auto lanes = static_cast<double>(flows_abreast(config));
    estimate.add(params, "k", count * sizeof(double) * k * (lanes * kVectors + kDrawn * d));
}

/// `params` as an ensemble runs them.
Params with_samples(const Params& params) {
    Params recorded = params;
    if (!params.is_member_set<&RunConfig::samples>())
        recorded.set_member<&RunConfig::samples>(Ensemble::kDefaultSamples);
    return recorded;
}

/// `params` with the values of both axes that stand at one corner of the map.
Params at_corner(const Params& params, const PhaseMapSettings& settings, bool right, bool top) {
    Params corner = params;
    corner.set(settings.x.name, right ? settings.x.high : settings.x.low);
    corner.set(settings.y.name, top ? settings.y.high : settings.y.low);
    return corner;
}

}  // namespace

ResourceEstimate estimate_ensemble(const Params& params, const EnsembleSettings& settings) {
    constexpr double kBytesOfFlow = 40;      // what is kept of a flow, and the result's sorted copies
    constexpr double kBytesOfMoment = 32e3;  // bins of two sketches
    const Params recorded = with_samples(params);
    ResourceEstimate estimate;
    const auto flows = static_cast<double>(settings.count);
    estimate.add({.field = std::string(kCount), .value = flows, .cheapest = 1, .bytes = kBytesOfFlow * flows});
    const auto gatherers = static_cast<double>(settings.workers + 1);
    estimate.add(recorded, "samples", kBytesOfMoment * gatherers * sample_count(recorded));
    add_workers(recorded, std::max<std::size_t>(settings.workers, 1), estimate);
    return estimate;
}

void check_ensemble_resources(const Params& params, const EnsembleSettings& settings) {
    check_resources(estimate_ensemble(params, settings), settings.memory_limit,
                    [&](std::string_view field, double value) {
                        Params changed = params;
                        EnsembleSettings changed_settings = settings;
                        if (field == kCount) changed_settings.count = static_cast<std::uint64_t>(value);
                        else changed.set(field, value);
                        return estimate_ensemble(changed, changed_settings).memory;
                    });
}

ResourceEstimate estimate_map(const Params& params, const PhaseMapSettings& settings) {
    constexpr double kBytesOfFlow = 9;
    constexpr double kBytesOfPoint = 100;  // its place in the order, in the result and in the picture
    ResourceEstimate estimate;
    const auto columns = static_cast<double>(settings.x.count);
    const auto rows = static_cast<double>(settings.y.count);
    const auto count = static_cast<double>(settings.count);
    const double points = columns * rows;
    estimate.add({.field = std::string(kCount), .value = count, .cheapest = 1, .bytes = kBytesOfFlow * points * count});
    const bool is_wide = columns >= rows;
    estimate.add({.field = std::string(is_wide ? kX : kY),
                  .value = is_wide ? columns : rows,
                  .cheapest = 1,
                  .bytes = kBytesOfPoint * points});
    ResourceEstimate most;
    for (const bool right : {false, true}) {
        for (const bool top : {false, true}) {
            ResourceEstimate corner;
            add_workers(with_samples(at_corner(params, settings, right, top)),
                        std::max<std::size_t>(settings.workers, 1), corner);
            if (corner.memory > most.memory) most = corner;
        }
    }
    for (const ResourcePart& part : most.parts) estimate.add(part);
    return estimate;
}

void check_map_resources(const Params& params, const PhaseMapSettings& settings) {
    check_resources(estimate_map(params, settings), settings.memory_limit, [&](std::string_view field, double value) {
        Params changed = params;
        PhaseMapSettings changed_settings = settings;
        if (field == kCount) changed_settings.count = static_cast<std::uint64_t>(value);
        else if (field == kX) changed_settings.x.count = static_cast<std::size_t>(value);
        else if (field == kY) changed_settings.y.count = static_cast<std::size_t>(value);
        else if (field == settings.x.name) changed_settings.x.high = std::max(settings.x.low, value);
        else if (field == settings.y.name) changed_settings.y.high = std::max(settings.y.low, value);
        else changed.set(field, value);
        return estimate_map(changed, changed_settings).memory;
    });
}

}  // namespace polarize
