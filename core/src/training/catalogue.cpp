#include "training/catalogue.hpp"

#include <array>

#include "catalogue/rows.hpp"
#include "nn/model_config.hpp"

namespace polarize {

namespace {

using namespace parameters;

constexpr double kLargestBatch = 65536;
constexpr double kMostSequences = 1e8;
constexpr double kMostVocabulary = 32768;
constexpr std::array<std::string_view, 2> kDataNames{"fixed", "fresh"};

constexpr Parameter switched(ParameterGroup group, const Labels& labels, bool on) {
    return with_default(choice(group, labels, kSwitchNames), on ? 1 : 0);
}

constexpr Parameter count(ParameterGroup group, const Labels& labels, Range range, double value) {
    return logarithmic(whole_number(group, labels, range, value));
}

// The model.

constexpr auto model(Positions positions, bool causal) {
    constexpr auto group = ParameterGroup::model;
    return std::array{
        choice(group, {"kind", "attention kind", "How queries and keys become attention weights."},
               kAttentionKindNames),
        with_default(choice(group,
                            {"positions", "positions",
                             "How a token's position enters: half of the embedding, added to it, or not at all."},
                            kPositionsNames),
                     static_cast<double>(positions)),
        whole_number(group, {"layers", "layers L", "Blocks of attention and MLP."}, {1, 64}, 2),
        whole_number(group, {"heads", "heads H", "Attention heads of a layer; d must be a multiple."}, {1, 256}, 4),
        count(group, {"d", "width d", "Width of the residual stream."}, {1, 1024}, 128),
        switched(group, {"mlp", "MLP", "Whether a block has its MLP."}, true),
        switched(group, {"layer_norm", "LayerNorm", "Whether layers are normalised."}, true),
        switched(group, {"causal", "causal mask", "Whether a position sees only itself and those before it."}, causal)};
}

// The task.

constexpr auto data(double sequences) {
    constexpr auto group = ParameterGroup::start;
    return std::array{
        count(group, {"sequences", "sequences", "Training sequences of an epoch."}, {1, kMostSequences}, sequences),
        choice(group,
               {"data", "training data", "One data set that every epoch goes over, or fresh sequences all the time."},
               kDataNames),
        count(group, {"evaluation_sequences", "evaluation sequences", "Sequences that the metrics are taken on."},
              {1, 1e6}, 1000),
        whole_number(group, {"seed", "seed", "Seed of the data, their order and the initial weights."}, {0, kMaxSeed},
                     0)};
}

// The training.

constexpr Parameter kAux = live(number(
    ParameterGroup::training,
    {"aux", "auxiliary weight", "Weight in the loss of predicting the positions before the last."}, {0, 1e3}, 0.2));

constexpr auto training() {
    constexpr auto group = ParameterGroup::training;
    return std::array{
        live(logarithmic(number(group, {"lr", "learning rate", "Step size of AdamW."}, {1e-12, 1e6}, 1e-3))),
        live(number(group, {"weight_decay", "weight decay", "Every update also shrinks all weights by lr times this."},
                    {0, 1e3}, 0.01)),
        count(group, {"batch", "batch", "Sequences of one update.", "sequences"}, {1, kLargestBatch}, 256),
        live(count(group, {"epochs", "epochs", "How often training goes over the sequences."}, {1, 1e6}, 10)),
        live(whole_number(group,
                          {"steps", "steps", "Updates after which to stop; 0 means after all epochs.", "updates"},
                          {0, kMaxSteps}, 0))};
}

constexpr auto recording() {
    constexpr auto group = ParameterGroup::recording;
    return std::array{
        whole_number(
            group,
            {"evaluate_every", "evaluate every",
             "Updates between evaluations; 0 means one after every epoch. The start and the end have one.", "updates"},
            {0, kMaxSteps}, 0),
        whole_number(
            group, {"record_every", "record every", "Updates between recorded values of the training loss.", "updates"},
            {1, 1e6}, 1)};
}

constexpr auto kInduction = joined(
    model(Positions::concat, true),
    std::array{
        count(ParameterGroup::model, {"vocabulary", "vocabulary", "Tokens, BOS included."}, {2, kMostVocabulary}, 50),
        whole_number(ParameterGroup::model,
                     {"distinct", "distinct tokens", "Different tokens between BOS and the query."},
                     {1, static_cast<double>(kMaximumLength - 2)}, 10),
        switched(
            ParameterGroup::model,
            {"shift_query_token", "shifted query", "Write the repeated token as another one, itself + vocabulary."},
            true)},
    data(100000), training(), std::array{kAux}, recording());

constexpr auto kClassification = joined(
    model(Positions::no, false),
    std::array{
        count(ParameterGroup::model,
              {"vocabulary", "vocabulary", "Tokens, CLS included; the others are shared out by label."},
              {2, kMostVocabulary}, 41),
        whole_number(ParameterGroup::model, {"labels", "labels", "What a sequence is classified as."}, {2, 1000}, 4),
        whole_number(ParameterGroup::model,
                     {"drawn", "tokens drawn", "Different tokens of its label that precede CLS."},
                     {1, static_cast<double>(kMaximumLength - 1)}, 10)},
    data(10000), training(), recording());

constexpr std::array kTrainingExperiments{
    Experiment{.id = "induction",
               .title = "Induction heads and attention sinks",
               .summary = "A tiny transformer learns to continue a sequence as it went before. Under softmax every "
                          "head of the last layer turns the first token into a sink; kinds that need not spend all "
                          "their weight do not.",
               .setup = "seed; sequence = [BOS, distinct different tokens, one of them again]; predict what followed "
                        "it; weights by PyTorch's default distributions",
               .figure = "attention sinks on the induction task",
               .model = Model::attention,
               .task = TaskKind::induction,
               .parameters = kInduction},
    Experiment{.id = "classification",
               .title = "Classification and one dominant token",
               .summary = "A tiny transformer tells which label's tokens stand before CLS. Under softmax a single "
                          "head lets one token decide alone; under unnormalised sigmoid attention all of them count.",
               .setup = "seed; sequence = [drawn different tokens of a label, CLS]; predict the label at CLS; weights "
                        "by PyTorch's default distributions",
               .figure = "dominance of one token on the classification task",
               .model = Model::attention,
               .task = TaskKind::classification,
               .parameters = kClassification},
};

}  // namespace

std::span<const Experiment> training_catalogue() { return kTrainingExperiments; }

std::vector<const Experiment*> every_experiment() {
    std::vector<const Experiment*> all;
    all.reserve(catalogue().size() + training_catalogue().size());
    for (const Experiment& experiment : catalogue()) all.push_back(&experiment);
    for (const Experiment& experiment : training_catalogue()) all.push_back(&experiment);
    return all;
}

const Experiment& find_any_experiment(std::string_view id) { return find_experiment(id, every_experiment()); }

}  // namespace polarize
