#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <polarize/training.hpp>
#include "system/output.hpp"

namespace polarize::native {

/// The least time between two writes of a checkpoint, where nothing else was asked for.
inline constexpr std::chrono::duration<double> usual_checkpoint_interval{10};

/// Keeps the state of a run in one file, written anew now and then. A write that fails does not end the run: standard
/// error tells of the first one, and later ones are tried all the same.
class CheckpointWriter {
  public:
    /// Of a run whose inputs have the fingerprint `inputs`; without an output nothing is written. Between two writes
    /// passes at least `interval`.
    CheckpointWriter(std::optional<Output> output, std::string inputs, std::chrono::duration<double> interval)
        : output_(std::move(output)), inputs_(std::move(inputs)), interval_(interval) {}

    /// Writes the state where the last write was tried longer ago than the interval.
    void write_if_old(const TrainingRunner& runner);

    /// Writes the state in which the run ended. A run that diverged has none to go on from: standard error says what
    /// the file holds then.
    void write_last(const TrainingRunner& runner);

    /// Whether the last write failed.
    bool failed() const { return failed_; }

  private:
    using Clock = std::chrono::steady_clock;

    void write(const TrainingRunner& runner);
    void tell_of_divergence() const;

    std::optional<Output> output_;
    std::string inputs_;
    std::chrono::duration<double> interval_;
    Clock::time_point last_ = Clock::now();
    std::optional<std::int64_t> written_step_;
    bool told_ = false;
    bool failed_ = false;
};

}  // namespace polarize::native
