#include "training/checkpoint_writer.hpp"

#include <polarize/error.hpp>
#include "system/streams.hpp"
#include "training/checkpoint.hpp"
#include "training/failed_write.hpp"

namespace polarize::native {

void CheckpointWriter::write_if_old(const TrainingRunner& runner) {
    if (output_ && !runner.diverged() && Clock::now() - last_ > interval_) write(runner);
}

void CheckpointWriter::write_last(const TrainingRunner& runner) {
    if (!output_) return;
    if (runner.diverged()) tell_of_divergence();
    else write(runner);
}

void CheckpointWriter::write(const TrainingRunner& runner) {
    const std::optional<std::string> reason = failed_write([&] { write_checkpoint(*output_, runner, inputs_); });
    last_ = Clock::now();
    failed_ = reason.has_value();
    if (!reason) {
        written_step_ = runner.step();
    } else if (!told_) {
        told_ = true;
        report_failure(*reason + (runner.done() ? "" : "; the training goes on"));
    }
}

void CheckpointWriter::tell_of_divergence() const {
    const std::string file = "--checkpoint: " + polarize::quoted(output_->path().string());
    if (written_step_)
        report_failure(file + " holds the state after " + std::to_string(*written_step_) +
                       " updates, from before the run diverged");
    else report_failure(file + " was not written, since the run diverged before");
}

}  // namespace polarize::native
