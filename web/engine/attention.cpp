// The C interface of training: what JavaScript calls to train an attention model, to look into it and to ask it about
// sequences of one's own. Beside it stands what every module has (c_interface.cpp).

#include <emscripten/emscripten.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <polarize/error.hpp>
#include <polarize/snapshot_codec.hpp>
#include <polarize/training.hpp>
#include "c_interface.hpp"
#include "catalogue_json.hpp"
#include "json_text.hpp"

using namespace polarize;
using namespace polarize::web;

namespace {

struct Training {
    std::unique_ptr<TrainingRunner> runner;
    std::vector<std::byte> encoded;       ///< the last snapshot asked for
    Arrays seen;                          ///< what the last look saw
    std::vector<std::int32_t> predicted;  ///< by the last replacements
};

/// What a module may hold, with some room for what surrounds a run.
constexpr double kMaxMemory = 3.5e9;

std::string gigabytes(double bytes) {
    const auto tenths = static_cast<std::int64_t>(bytes / 1e8 + 0.5);
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " GB";
}

void check_memory(const Params& params) {
    const double bytes = training_memory(training_config(params), 1);
    if (bytes > kMaxMemory)
        throw refused("memory", "a run of these sizes", "needs " + gigabytes(bytes), "up to " + gigabytes(kMaxMemory),
                      ErrorCode::not_enough);
}

std::span<const std::int32_t> sequence(const Training& training, const std::int32_t* tokens) {
    return {tokens, training.runner->model().length};
}

}  // namespace

const Experiment& polarize::web::experiment_called(std::string_view id) {
    std::vector<const Experiment*> experiments;
    for (const Experiment& experiment : training_catalogue()) experiments.push_back(&experiment);
    return find_experiment(id, experiments);
}

extern "C" {

/// The experiments that train attention models, as JSON (see catalogue_json.hpp).
EMSCRIPTEN_KEEPALIVE const char* polarize_catalogue() {
    return guarded<const char*>(nullptr, [] {
        return kept(
            catalogue_json(training_catalogue(), [](const Params&) { return member("model", "\"attention\""); }));
    });
}

/// Starts a run; the set-up may be freed afterwards. Null where parameters do not fit together or there is not the
/// memory.
EMSCRIPTEN_KEEPALIVE Training* polarize_train(const Setup* setup) {
    return guarded<Training*>(nullptr, [&] {
        check_memory(setup->params);
        return new Training{std::make_unique<TrainingRunner>(setup->params), {}, {}, {}};
    });
}

EMSCRIPTEN_KEEPALIVE void polarize_free(Training* training) { delete training; }

/// Does up to `budget` updates, none beyond a due evaluation, and returns how many it did, or -1.
EMSCRIPTEN_KEEPALIVE double polarize_advance(Training* training, double budget) {
    return guarded(
        -1.0, [&] { return static_cast<double>(training->runner->train(count_of<std::int64_t>("budget", budget))); });
}

EMSCRIPTEN_KEEPALIVE int polarize_evaluation_is_due(const Training* training) {
    return training->runner->evaluation_is_due() ? 1 : 0;
}

/// Evaluates the model where that is due. Returns 0, or 1 when it fails.
EMSCRIPTEN_KEEPALIVE int polarize_evaluate(Training* training) {
    return guarded(1, [&] {
        training->runner->evaluate_if_due();
        return 0;
    });
}

EMSCRIPTEN_KEEPALIVE double polarize_step(const Training* training) {
    return static_cast<double>(training->runner->step());
}

EMSCRIPTEN_KEEPALIVE int polarize_done(const Training* training) { return training->runner->done() ? 1 : 0; }

/// Floating-point operations of one update's matrix products.
EMSCRIPTEN_KEEPALIVE double polarize_work_per_step(const Training* training) {
    return training->runner->work_per_step();
}

/// Changes a live parameter. Returns 0, or 1 when it is refused.
EMSCRIPTEN_KEEPALIVE int polarize_set(Training* training, const char* name, const char* text) {
    return guarded(1, [&] {
        training->runner->set(name, text);
        return 0;
    });
}

/// The value of a parameter in force, as text.
EMSCRIPTEN_KEEPALIVE const char* polarize_text(const Training* training, const char* name) {
    return guarded<const char*>(nullptr, [&] { return kept(training->runner->params().text(name)); });
}

/// The sizes of the model as JSON: layers, heads, length, tokens, outputs, d, causal, weights (how many it has).
EMSCRIPTEN_KEEPALIVE const char* polarize_model(const Training* training) {
    return guarded<const char*>(nullptr, [&] {
        const ModelConfig& config = training->runner->model();
        const auto count = [](std::string_view name, std::size_t value) { return member(name, std::to_string(value)); };
        return kept('{' + count("layers", config.layers) + ',' + count("heads", config.heads) + ',' +
                    count("length", config.length) + ',' + count("tokens", config.vocabulary) + ',' +
                    count("outputs", config.outputs) + ',' + count("d", config.d) + ',' +
                    member("causal", config.causal ? "true" : "false") + ',' +
                    count("weights", training->runner->weights().size()) + '}');
    });
}

/// Encodes a snapshot with the history from sample `first_sample` and the evaluations from `first_evaluation` on, what
/// `samples` evaluation sequences look like in the model, and where `interventions` is not 0 the metrics of changed
/// sequences, which takes a while. The bytes (polarize_snapshot_size of them) are valid until the run's next snapshot.
EMSCRIPTEN_KEEPALIVE const std::byte* polarize_snapshot(Training* training, double first_sample,
                                                        double first_evaluation, double samples, int interventions) {
    return guarded<const std::byte*>(nullptr, [&] {
        training->encoded = encode(
            training->runner->snapshot({.first_sample = count_of<std::size_t>("first_sample", first_sample),
                                        .first_evaluation = count_of<std::size_t>("first_evaluation", first_evaluation),
                                        .samples = count_of<std::size_t>("samples", samples),
                                        .interventions = interventions != 0}));
        return training->encoded.data();
    });
}

EMSCRIPTEN_KEEPALIVE double polarize_snapshot_size(const Training* training) {
    return static_cast<double>(training->encoded.size());
}

/// Looks at one sequence of the model's length: polarize_logits (length, outputs) and polarize_attention (layers,
/// heads, length, length) then hold what it saw. Returns 0, or 1 where a token is none.
EMSCRIPTEN_KEEPALIVE int polarize_look(Training* training, const std::int32_t* tokens) {
    return guarded(1, [&] {
        training->seen = training->runner->look(sequence(*training, tokens));
        return 0;
    });
}

EMSCRIPTEN_KEEPALIVE const double* polarize_logits(const Training* training) {
    return training->seen.at("logits").data.data();
}

EMSCRIPTEN_KEEPALIVE const double* polarize_attention(const Training* training) {
    return training->seen.at("attention").data.data();
}

/// What the model predicts at the end of the sequence with the token at `position` replaced by each token there is: as
/// many numbers as there are tokens, valid until the next call; null where a token is none.
EMSCRIPTEN_KEEPALIVE const std::int32_t* polarize_replacements(Training* training, const std::int32_t* tokens,
                                                               int position) {
    return guarded<const std::int32_t*>(nullptr, [&] {
        const ModelConfig& config = training->runner->model();
        const std::span<const std::int32_t> original = sequence(*training, tokens);
        std::vector<std::int32_t> changed;
        for (std::size_t token = 0; token < config.vocabulary; ++token) {
            changed.insert(changed.end(), original.begin(), original.end());
            changed[token * config.length + static_cast<std::size_t>(position)] = static_cast<std::int32_t>(token);
        }
        training->predicted = training->runner->predict(changed);
        return training->predicted.data();
    });
}

}  // extern "C"
