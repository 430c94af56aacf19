#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <polarize/snapshot.hpp>

namespace polarize::ui {

/// The whole history of the run on show, put together from the pieces that snapshots carry.
class HistoryStore {
  public:
    /// Announces run `number`. What is held stays until the new run's first piece arrives, so that the picture does not
    /// blink between two runs.
    void begin_run(std::int64_t number);

    /// Adds the samples of `piece` that are later than those held: by their step, or for gradient flow, which records
    /// several samples within a step, by their tau. Throws Error when its series are not those held.
    void append(const History& piece);

    std::int64_t run() const { return run_; }
    const History& history() const { return history_; }
    std::size_t samples() const { return history_.samples(); }
    /// Whether what is held belongs to an earlier run than the one announced.
    bool is_stale() const { return stale_; }
    bool empty() const { return history_.steps.empty(); }

    /// The `width` numbers of series `name` at `sample`; empty where there is no such series or sample.
    std::span<const double> at(std::string_view name, std::size_t sample) const;

  private:
    History history_;
    std::int64_t run_ = 0;
    bool stale_ = false;
};

}  // namespace polarize::ui
