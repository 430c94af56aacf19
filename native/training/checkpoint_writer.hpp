#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "training/runner.hpp"

namespace polarize::native {

/// Keeps the state of a run in one file, written anew now and then. A write that fails does not end the run: standard
/// error tells of the first one, and later ones are tried all the same.
class CheckpointWriter {
  public:
    /// Of a run whose inputs have the fingerprint `inputs`; without a path nothing is written.
    CheckpointWriter(std::optional<std::filesystem::path> path, std::string inputs)
        : path_(std::move(path)), inputs_(std::move(inputs)) {}

    /// Writes the state where the last write was tried some seconds ago.
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

    std::optional<std::filesystem::path> path_;
    std::string inputs_;
    Clock::time_point last_ = Clock::now();
    std::optional<std::int64_t> written_step_;
    bool told_ = false;
    bool failed_ = false;
};

}  // namespace polarize::native
