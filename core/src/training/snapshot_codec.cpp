#include <polarize/snapshot_codec.hpp>

#include "run/coding.hpp"

namespace polarize {

namespace coding {

/// First bytes of every encoded snapshot of a training run: a mark and the format's version.
constexpr std::int64_t kTrainingMark = 0x05'54'52'41'49'4e;  // version 5, "TRAIN"

void fields(auto& coder, Is<TrainingSnapshot> auto& snapshot) {
    fields(coder, facts(snapshot));
    coder(snapshot.loss);
    coder(snapshot.steps_per_epoch);
    coder(snapshot.evaluated_step);
    coder(snapshot.metrics);
    coder(snapshot.samples);
    coder(snapshot.weights);
    fields(coder, snapshot.history);
    fields(coder, snapshot.evaluations);
}

static bool is_whole(const TrainingSnapshot& snapshot) {
    return is_consistent(snapshot.metrics) && is_consistent(snapshot.samples) && is_consistent(snapshot.weights) &&
           is_consistent(snapshot.history) && is_consistent(snapshot.evaluations);
}

}  // namespace coding

std::vector<std::byte> encode(const TrainingSnapshot& snapshot) {
    return coding::encoded(coding::kTrainingMark, snapshot);
}

TrainingSnapshot decode_training(std::span<const std::byte> bytes) {
    return coding::decoded<TrainingSnapshot>(coding::kTrainingMark, bytes, coding::is_whole);
}

}  // namespace polarize
