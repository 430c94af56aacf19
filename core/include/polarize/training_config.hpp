#pragma once

#include <cstddef>
#include <cstdint>

#include <polarize/adamw.hpp>
#include <polarize/attention_model.hpp>
#include <polarize/catalogue.hpp>
#include <polarize/enum_names.hpp>
#include <polarize/examples.hpp>
#include <polarize/params.hpp>

namespace polarize {

/// The sizes of the induction task: BOS, `distinct` different tokens, one of them again, and what followed it the first
/// time is to be predicted.
struct InductionConfig {
    std::size_t vocabulary = 50;     ///< token 0 is BOS, the others fill the sequence
    std::size_t distinct = 10;       ///< distinct tokens after BOS
    bool shift_query_token = false;  ///< write the repeated token as itself + vocabulary

    bool operator==(const InductionConfig&) const = default;
};

/// The sizes of the classification task: different tokens of one label, then CLS, at which the label is to be
/// predicted.
struct ClassificationConfig {
    std::size_t vocabulary = 41;  ///< token 0 is CLS, the others are shared out evenly among the labels
    std::size_t labels = 4;
    std::size_t drawn = 10;  ///< tokens of a sequence before CLS

    bool operator==(const ClassificationConfig&) const = default;
};

/// A task and its sizes; those of the other kind mean nothing.
struct TaskConfig {
    TaskKind kind = TaskKind::induction;
    InductionConfig induction;
    ClassificationConfig classification;

    bool operator==(const TaskConfig&) const = default;
};

/// The form of a task's sequences.
struct TaskShape {
    std::size_t length = 0;   ///< tokens that the model reads, T
    std::size_t tokens = 0;   ///< tokens there are
    std::size_t classes = 0;  ///< what a prediction chooses from
    Targets targets = Targets::every_position;

    bool operator==(const TaskShape&) const = default;
};

/// The form of the sequences of `task`. Throws Error, naming the field, where its sizes do not fit together.
TaskShape shape_of(const TaskConfig& task);

/// Where training sequences come from.
enum class DataSource {
    fixed,  ///< one data set that every epoch goes over in another order
    fresh,  ///< new sequences all the time
};
template <>
inline constexpr auto kEnumNames<DataSource> = names_up_to<DataSource::fresh>({"fixed", "fresh"});

/// What a model is trained and evaluated on.
struct DataConfig {
    std::size_t sequences = 0;  ///< of an epoch
    DataSource source = DataSource::fixed;
    std::size_t evaluation_sequences = 1000;
    std::uint32_t seed = 0;  ///< of the data, their order and the initial weights

    bool operator==(const DataConfig&) const = default;
};

/// How long training goes on, in which steps.
struct ScheduleConfig {
    std::size_t batch = 256;          ///< sequences of an update; the last one of an epoch may have fewer
    std::int64_t epochs = 10;         ///< times that training goes over the sequences
    std::int64_t steps = 0;           ///< updates after which to stop; 0 means after all epochs
    double auxiliary = 0;             ///< weight in the loss of the positions before the last
    std::int64_t evaluate_every = 0;  ///< updates between evaluations; 0 means one after every epoch
    std::int64_t record_every = 1;    ///< updates between recorded values of the loss

    bool operator==(const ScheduleConfig&) const = default;
};

/// Everything that decides a training run, but for what a caller gives in place of random draws.
struct TrainingConfig {
    TaskConfig task;
    ModelConfig model;  ///< its vocabulary, outputs and length are the task's
    DataConfig data;
    AdamW adamw;
    ScheduleConfig schedule;

    bool operator==(const TrainingConfig&) const = default;

    /// Updates of an epoch, of the whole run, and between two evaluations.
    std::int64_t steps_per_epoch() const;
    std::int64_t last_step() const;
    std::int64_t evaluation_interval() const;
};

/// The configuration that `params` of a training experiment describe. Throws Error, naming the field, where sizes do
/// not fit together.
TrainingConfig training_config(const Params& params);

/// Bytes that a run of `config` will hold: model, the weights of the last evaluation, data, what evaluations need and
/// histories. Of sizes that are too large for this machine's integers, what they take at least.
double training_memory(const TrainingConfig& config, std::size_t threads);

}  // namespace polarize
