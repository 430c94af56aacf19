// The C interface of studies, which look at many runs of an experiment: its claims checked, ensembles, phase maps.
// Beside it stands what every module has (c_interface.cpp). Ensembles and maps are computed as shares, each in a worker
// with a module of its own, and gathered in one: a share's words are copied from the one memory to the other.

#include <emscripten/emscripten.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <polarize/catalogue.hpp>
#include <polarize/claims.hpp>
#include <polarize/ensemble.hpp>
#include <polarize/error.hpp>
#include <polarize/phase_map.hpp>
#include <polarize/text.hpp>
#include "c_interface.hpp"
#include "studies_json.hpp"

using namespace polarize;
using namespace polarize::web;

namespace {

struct Share {
    std::unique_ptr<FlowShare> flows;
    std::vector<std::uint32_t> words;  ///< once it was asked for them
};

struct Map {
    PhaseMap points;
    std::vector<double> filled;  ///< of the last result
};

EnsembleSettings ensemble_settings(double count, double threshold) {
    return {.count = count_of<std::uint64_t>("count", count), .criterion = {.threshold = threshold}, .workers = 0};
}

FlowRange range_of(double first, double last) {
    return {count_of<std::uint64_t>("first", first), count_of<std::uint64_t>("last", last)};
}

}  // namespace

const Experiment& polarize::web::experiment_called(std::string_view id) { return find_experiment(id); }

extern "C" {

/// Every claim as JSON (see studies_json.hpp, as for all JSON here).
EMSCRIPTEN_KEEPALIVE const char* polarize_claims() {
    return guarded<const char*>(nullptr, [] { return kept(claims_json()); });
}

/// How many flows of a set-up go side by side in the lanes of one block.
EMSCRIPTEN_KEEPALIVE double polarize_abreast(const Setup* setup) {
    return static_cast<double>(flows_abreast(setup->params));
}

/// Begins to check the claims that speak of a set-up.
EMSCRIPTEN_KEEPALIVE ClaimCheck* polarize_check(const Setup* setup) {
    return guarded<ClaimCheck*>(nullptr, [&] { return new ClaimCheck(setup->params); });
}

EMSCRIPTEN_KEEPALIVE void polarize_check_free(ClaimCheck* check) { delete check; }

/// Some 10 ms of work: the result that it completed as JSON, or "".
EMSCRIPTEN_KEEPALIVE const char* polarize_check_advance(ClaimCheck* check) {
    return guarded<const char*>(nullptr, [&] {
        const std::optional<ClaimResult> result = check->advance();
        return kept(result ? claim_result_json(*result) : std::string());
    });
}

EMSCRIPTEN_KEEPALIVE int polarize_check_done(const ClaimCheck* check) { return check->done() ? 1 : 0; }

/// 0 to 1.
EMSCRIPTEN_KEEPALIVE double polarize_check_progress(const ClaimCheck* check) { return check->progress(); }

/// Gathers an ensemble of `count` flows, which come as shares; `threshold` as in PolarisationCriterion.
EMSCRIPTEN_KEEPALIVE Ensemble* polarize_ensemble(const Setup* setup, double count, double threshold) {
    return guarded<Ensemble*>(nullptr,
                              [&] { return new Ensemble(setup->params, ensemble_settings(count, threshold)); });
}

EMSCRIPTEN_KEEPALIVE void polarize_ensemble_free(Ensemble* ensemble) { delete ensemble; }

/// The flows from number `first` up to but not including `last` of the ensemble that these make.
EMSCRIPTEN_KEEPALIVE Share* polarize_ensemble_share(const Setup* setup, double count, double threshold, double first,
                                                    double last) {
    return guarded<Share*>(nullptr, [&] {
        return new Share{Ensemble::share(setup->params, ensemble_settings(count, threshold), range_of(first, last)),
                         {}};
    });
}

/// Takes in the `size` words of a finished share. Returns 0, or 1 when they are none.
EMSCRIPTEN_KEEPALIVE int polarize_ensemble_absorb(Ensemble* ensemble, const std::uint32_t* words, double size) {
    return guarded(1, [&] {
        ensemble->absorb(std::span(words, count_of<std::size_t>("size", size)));
        return 0;
    });
}

/// What is known so far, as JSON.
EMSCRIPTEN_KEEPALIVE const char* polarize_ensemble_result(const Ensemble* ensemble) {
    return guarded<const char*>(nullptr, [&] { return kept(ensemble_json(ensemble->result())); });
}

/// A map of the experiment over `x` and `y` (as parse_axis reads them), of `count` flows at each point.
EMSCRIPTEN_KEEPALIVE Map* polarize_map(const Setup* setup, const char* x, const char* y, const char* measure,
                                       double count, double threshold) {
    return guarded<Map*>(nullptr, [&] {
        const Experiment& experiment = setup->params.experiment();
        PhaseMapSettings settings{.x = parse_axis("x", x, experiment),
                                  .y = parse_axis("y", y, experiment),
                                  .measure = enum_called<MapMeasure>("measure", measure),
                                  .count = count_of<std::uint64_t>("count", count),
                                  .threshold = threshold,
                                  .workers = 0};
        return new Map{PhaseMap(setup->params, std::move(settings)), {}};
    });
}

EMSCRIPTEN_KEEPALIVE void polarize_map_free(Map* map) { delete map; }

/// How many flows the map takes in all.
EMSCRIPTEN_KEEPALIVE double polarize_map_flows(const Map* map) { return static_cast<double>(map->points.flows()); }

/// The flows from number `first` up to but not including `last`, coarse points first. The map must outlive them.
EMSCRIPTEN_KEEPALIVE Share* polarize_map_share(const Map* map, double first, double last) {
    return guarded<Share*>(nullptr, [&] { return new Share{map->points.share(range_of(first, last)), {}}; });
}

/// As polarize_ensemble_absorb.
EMSCRIPTEN_KEEPALIVE int polarize_map_absorb(Map* map, const std::uint32_t* words, double size) {
    return guarded(1, [&] {
        map->points.absorb(std::span(words, count_of<std::size_t>("size", size)));
        return 0;
    });
}

/// The map so far as JSON; its values are then at polarize_map_values.
EMSCRIPTEN_KEEPALIVE const char* polarize_map_result(Map* map) {
    return guarded<const char*>(nullptr, [&] {
        const PhaseMapResult result = map->points.result();
        map->filled = result.filled();
        return kept(map_json(result, time_unit(map->points.params())));
    });
}

/// The values of the last result, y × x, those not yet computed taken from coarser points; NaN where undefined.
EMSCRIPTEN_KEEPALIVE const double* polarize_map_values(const Map* map) { return map->filled.data(); }

EMSCRIPTEN_KEEPALIVE void polarize_share_free(Share* share) { delete share; }

/// Does about `budget` flow-steps and returns how many, 0 when nothing is left, or -1.
EMSCRIPTEN_KEEPALIVE double polarize_share_advance(Share* share, double budget) {
    return guarded(
        -1.0, [&] { return static_cast<double>(share->flows->advance(count_of<std::int64_t>("budget", budget))); });
}

EMSCRIPTEN_KEEPALIVE int polarize_share_done(const Share* share) { return share->flows->done() ? 1 : 0; }

/// Rough floating-point operations of one flow-step.
EMSCRIPTEN_KEEPALIVE double polarize_share_work_per_step(const Share* share) { return share->flows->work_per_step(); }

/// The finished share for an absorb function: polarize_share_size words.
EMSCRIPTEN_KEEPALIVE const std::uint32_t* polarize_share_words(Share* share) {
    return guarded<const std::uint32_t*>(nullptr, [&] {
        share->words = share->flows->words();
        return share->words.data();
    });
}

EMSCRIPTEN_KEEPALIVE double polarize_share_size(const Share* share) { return static_cast<double>(share->words.size()); }

}  // extern "C"
