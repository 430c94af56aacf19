#include <array>

#include <polarize/training.hpp>
#include "catalogue/rows.hpp"

namespace polarize {

namespace {

using namespace parameters;

// Half of the tokens that a model can have: a task may write a token as another one.
constexpr double kMaxTaskVocabulary = kMaxVocabulary / 2.0;

template <auto... Path>
constexpr Parameter count(ParameterGroup group, const Labels& labels, Range range, double value) {
    return logarithmic(number<Path...>(group, labels, range, value));
}

constexpr double of(std::size_t limit) { return static_cast<double>(limit); }

// The model.

constexpr auto model(Positions positions, bool causal) {
    constexpr auto group = ParameterGroup::model;
    constexpr auto config = &TrainingConfig::model;
    return std::array{
        choice<config, &ModelConfig::kind>(
            group, {"kind", "attention kind", "How queries and keys become attention weights."}),
        with_default(choice<config, &ModelConfig::positions>(
                         group, {"positions", "positions",
                                 "How a token's position enters: half of the embedding, added to it, or not at all."}),
                     positions),
        number<config, &ModelConfig::layers>(group, {"layers", "layers L", "Blocks of attention and MLP."},
                                             {1, of(kMaxLayers)}, 2),
        number<config, &ModelConfig::heads>(
            group, {"heads", "heads H", "Attention heads of a layer; d must be a multiple."}, {1, of(kMaxHeads)}, 4),
        count<config, &ModelConfig::d>(group, {"d", "width d", "Width of the residual stream."}, {1, of(kMaxWidth)},
                                       128),
        with_default(choice<config, &ModelConfig::mlp>(group, {"mlp", "MLP", "Whether a block has its MLP."}), true),
        with_default(choice<config, &ModelConfig::layer_norm>(
                         group, {"layer_norm", "LayerNorm", "Whether layers are normalised."}),
                     true),
        with_default(choice<config, &ModelConfig::causal>(
                         group, {"causal", "causal mask", "Whether a position sees only itself and those before it."}),
                     causal)};
}

// The task.

constexpr auto kInductionTask = [] {
    constexpr auto group = ParameterGroup::model;
    return std::array{
        count<&TrainingConfig::task, &TaskConfig::induction, &InductionConfig::vocabulary>(
            group, {"vocabulary", "vocabulary", "Tokens, BOS included."}, {2, kMaxTaskVocabulary}, 50),
        number<&TrainingConfig::task, &TaskConfig::induction, &InductionConfig::distinct>(
            group, {"distinct", "distinct tokens", "Different tokens between BOS and the query."},
            {1, of(kMaxLength - 2)}, 10),
        with_default(choice<&TrainingConfig::task, &TaskConfig::induction, &InductionConfig::shift_query_token>(
                         group, {"shift_query_token", "shifted query",
                                 "Write the repeated token as another one, itself + vocabulary."}),
                     true)};
}();

constexpr auto kClassificationTask = [] {
    constexpr auto group = ParameterGroup::model;
    return std::array{
        count<&TrainingConfig::task, &TaskConfig::classification, &ClassificationConfig::vocabulary>(
            group, {"vocabulary", "vocabulary", "Tokens, CLS included; the others are shared out by label."},
            {2, kMaxTaskVocabulary}, 41),
        number<&TrainingConfig::task, &TaskConfig::classification, &ClassificationConfig::labels>(
            group, {"labels", "labels", "What a sequence is classified as."}, {2, 1000}, 4),
        number<&TrainingConfig::task, &TaskConfig::classification, &ClassificationConfig::drawn>(
            group, {"drawn", "tokens drawn", "Different tokens of its label that precede CLS."},
            {1, of(kMaxLength - 1)}, 10)};
}();

constexpr auto data(double sequences) {
    constexpr auto group = ParameterGroup::start;
    constexpr auto config = &TrainingConfig::data;
    return std::array{
        count<config, &DataConfig::sequences>(group, {"sequences", "sequences", "Training sequences of an epoch."},
                                              {1, 1e8}, sequences),
        choice<config, &DataConfig::source>(
            group,
            {"data", "training data", "One data set that every epoch goes over, or fresh sequences all the time."}),
        count<config, &DataConfig::evaluation_sequences>(
            group, {"evaluation_sequences", "evaluation sequences", "Sequences that the metrics are taken on."},
            {1, 1e6}, 1000),
        number<config, &DataConfig::seed>(
            group, {"seed", "seed", "Seed of the data, their order and the initial weights."}, {0, kMaxSeed}, 0)};
}

// The training.

constexpr Parameter kAux = live(number<&TrainingConfig::schedule, &ScheduleConfig::auxiliary>(
    ParameterGroup::training,
    {"aux", "auxiliary weight", "Weight in the loss of predicting the positions before the last."}, {0, 1e3}, 0.2));

constexpr auto training() {
    constexpr auto group = ParameterGroup::training;
    constexpr auto schedule = &TrainingConfig::schedule;
    return std::array{
        live(logarithmic(number<&TrainingConfig::adamw, &AdamW::lr>(
            group, {"lr", "learning rate", "Step size of AdamW."}, {1e-12, 1e6}, 1e-3))),
        live(number<&TrainingConfig::adamw, &AdamW::weight_decay>(
            group, {"weight_decay", "weight decay", "Every update also shrinks all weights by lr times this."},
            {0, 1e3}, 0.01)),
        count<schedule, &ScheduleConfig::batch>(group, {"batch", "batch", "Sequences of one update.", "sequences"},
                                                {1, of(kMaxBatch)}, 256),
        live(count<schedule, &ScheduleConfig::epochs>(
            group, {"epochs", "epochs", "How often training goes over the sequences."}, {1, 1e6}, 10)),
        live(number<schedule, &ScheduleConfig::steps>(
            group, {"steps", "steps", "Updates after which to stop; 0 means after all epochs.", "updates"},
            {0, kMaxSteps}, 0))};
}

constexpr auto recording() {
    constexpr auto group = ParameterGroup::recording;
    constexpr auto schedule = &TrainingConfig::schedule;
    return std::array{
        number<schedule, &ScheduleConfig::evaluate_every>(
            group,
            {"evaluate_every", "evaluate every",
             "Updates between evaluations; 0 means one after every epoch. The start and the end have one.", "updates"},
            {0, kMaxSteps}, 0),
        number<schedule, &ScheduleConfig::record_every>(
            group, {"record_every", "record every", "Updates between recorded values of the training loss.", "updates"},
            {1, 1e6}, 1)};
}

constexpr auto kInduction =
    joined(model(Positions::concat, true), kInductionTask, data(100000), training(), std::array{kAux}, recording());

constexpr auto kClassification =
    joined(model(Positions::no, false), kClassificationTask, data(10000), training(), recording());

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
