#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace polarize::native {

/// "12 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

/// A line on standard error that says how far a run is, at which rate and how long it will take. Shown only when
/// standard error is a terminal and the run takes longer than a moment; erased when this object goes.
class Progress {
  public:
    /// `title` says what runs.
    explicit Progress(std::string title);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Says that `steps` are done, `share` (0 to 1) of the run. Cheap: draws a few times a second.
    void update(std::int64_t steps, double share);

  private:
    using Clock = std::chrono::steady_clock;

    std::string line(std::int64_t steps, double share, double seconds) const;
    void draw(std::string line);

    std::string title_;
    bool enabled_;
    Clock::time_point start_;
    Clock::time_point next_draw_;
    std::size_t drawn_width_ = 0;
};

}  // namespace polarize::native
