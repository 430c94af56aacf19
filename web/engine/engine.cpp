// The engine's part of the C interface, beside what every module has (c_interface.cpp): what JavaScript calls in the
// WebAssembly module to compute one run.

#include <emscripten/emscripten.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <polarize/catalogue.hpp>
#include <polarize/names.hpp>
#include <polarize/run.hpp>
#include <polarize/snapshot_codec.hpp>
#include "c_interface.hpp"
#include "catalogue_json.hpp"
#include "json_text.hpp"

namespace {

struct Run {
    std::unique_ptr<polarize::Runner> runner;
    std::vector<std::byte> encoded;  ///< the last snapshot asked for
};

/// model and loss.
std::string nature(const polarize::Params& defaults) {
    using polarize::web::member;
    const bool is_tied = defaults.experiment().model == polarize::Model::tied;
    const auto loss = polarize::enum_name(polarize::loss_of(defaults));
    return member("model", is_tied ? R"("tied")" : R"("value_softmax")") + ',' +
           member("loss", polarize::web::quoted(loss));
}

}  // namespace

using namespace polarize::web;

const polarize::Experiment& polarize::web::experiment_called(std::string_view id) { return find_experiment(id); }

extern "C" {

/// The catalogue as JSON (see catalogue_json.hpp).
EMSCRIPTEN_KEEPALIVE const char* polarize_catalogue() {
    return guarded<const char*>(nullptr, [] { return kept(catalogue_json(polarize::catalogue(), nature)); });
}

/// The value of a parameter, as text that `polarize_setup_set` reads back to the same bits.
EMSCRIPTEN_KEEPALIVE const char* polarize_setup_text(const Setup* setup, const char* name) {
    return guarded<const char*>(nullptr, [&] { return kept(setup->params.text(name)); });
}

/// Room for an initial array of `axes` lengths; the caller writes the numbers, last axis fastest.
EMSCRIPTEN_KEEPALIVE double* polarize_setup_array(Setup* setup, const char* name, const std::uint32_t* shape,
                                                  int axes) {
    return guarded<double*>(nullptr, [&] {
        polarize::Array array;
        std::size_t size = 1;
        for (int axis = 0; axis < axes; ++axis) {
            array.shape.push_back(shape[axis]);
            size *= shape[axis];
        }
        array.data.resize(size);
        return (setup->initial[name] = std::move(array)).data.data();
    });
}

/// Starts a run; the set-up may be freed afterwards. Null when the arrays do not fit.
EMSCRIPTEN_KEEPALIVE Run* polarize_start(const Setup* setup) {
    return guarded<Run*>(nullptr, [&] { return new Run{polarize::make_runner(setup->params, setup->initial), {}}; });
}

EMSCRIPTEN_KEEPALIVE void polarize_free(Run* run) { delete run; }

/// Does up to `budget` steps and returns how many it did, or -1.
EMSCRIPTEN_KEEPALIVE double polarize_advance(Run* run, double budget) {
    return guarded(-1.0,
                   [&] { return static_cast<double>(run->runner->advance(count_of<std::int64_t>("budget", budget))); });
}

EMSCRIPTEN_KEEPALIVE double polarize_step(const Run* run) { return static_cast<double>(run->runner->step()); }

EMSCRIPTEN_KEEPALIVE int polarize_done(const Run* run) { return run->runner->done() ? 1 : 0; }

/// Rough floating-point operations of one step.
EMSCRIPTEN_KEEPALIVE double polarize_work_per_step(const Run* run) { return run->runner->work_per_step(); }

/// Changes a live parameter. Returns 0, or 1 when it is refused.
EMSCRIPTEN_KEEPALIVE int polarize_set(Run* run, const char* name, const char* text) {
    return guarded(1, [&] {
        run->runner->set(name, text);
        return 0;
    });
}

/// The value of a parameter in force, as text.
EMSCRIPTEN_KEEPALIVE const char* polarize_text(const Run* run, const char* name) {
    return guarded<const char*>(nullptr, [&] { return kept(run->runner->params().text(name)); });
}

/// Encodes a snapshot with the history from sample `first_sample` on, V and its like where `arrays` is not 0, and its
/// singular values where `singular_values` is not 0. The bytes (polarize_snapshot_size of them) are valid until the
/// run's next snapshot.
EMSCRIPTEN_KEEPALIVE const std::byte* polarize_snapshot(Run* run, double first_sample, int arrays,
                                                        int singular_values) {
    return guarded<const std::byte*>(nullptr, [&] {
        run->encoded =
            polarize::encode(run->runner->snapshot({.first_sample = count_of<std::size_t>("first_sample", first_sample),
                                                    .arrays = arrays != 0,
                                                    .singular_values = singular_values != 0}));
        return run->encoded.data();
    });
}

EMSCRIPTEN_KEEPALIVE double polarize_snapshot_size(const Run* run) { return static_cast<double>(run->encoded.size()); }

}  // extern "C"
