#include "system/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "formats/number.hpp"
#include "system/streams.hpp"

namespace polarize::native {
namespace {

constexpr auto first_draw = std::chrono::milliseconds(300);
constexpr auto draw_interval = std::chrono::milliseconds(100);

std::size_t terminal_width() {
    winsize size{};
    constexpr std::size_t usual_width = 80;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : usual_width;
}

/// A terminal that goes away during a run must not end the run.
void write_to_terminal(const std::string& text) {
    try {
        write_all(STDERR_FILENO, text, "standard error");
    } catch (const WriteError&) {
        return;
    }
}

}  // namespace

std::string duration_text(double seconds) {
    constexpr std::int64_t minute = 60;
    constexpr std::int64_t hour = 60 * minute;
    constexpr double century = 3.2e9;
    if (!(seconds < century)) return "more than a century";
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    if (whole < minute) return std::to_string(whole) + " s";
    if (whole < hour) return std::to_string(whole / minute) + " min " + std::to_string(whole % minute) + " s";
    return std::to_string(whole / hour) + " h " + std::to_string(whole % hour / minute) + " min";
}

Progress::Progress(std::string title)
    : title_(std::move(title)),
      enabled_(isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      next_draw_(start_ + first_draw) {}

Progress::~Progress() {
    if (drawn_width_ > 0) write_to_terminal(std::string("\r").append(drawn_width_, ' ').append("\r"));
}

void Progress::update(std::int64_t steps, double share) {
    if (!enabled_) return;
    const auto now = Clock::now();
    if (now < next_draw_) return;
    next_draw_ = now + draw_interval;
    draw(line(steps, share, std::chrono::duration<double>(now - start_).count()));
}

std::string Progress::line(std::int64_t steps, double share, double seconds) const {
    const auto percent = static_cast<int>(100 * share);
    const double rate = static_cast<double>(steps) / seconds;
    const double left = seconds * (1 - share) / share;
    return title_ + "  " + std::to_string(percent) + " %  " + short_number(rate, 3) + " steps/s  " +
           duration_text(left) + " left";
}

void Progress::draw(std::string line) {
    const std::size_t room = terminal_width() - 1;
    if (line.size() > room) line.resize(room);
    const std::size_t width = line.size();
    if (width < drawn_width_) line.append(drawn_width_ - width, ' ');
    drawn_width_ = width;
    write_to_terminal(std::string("\r").append(line));
}

}  // namespace polarize::native
