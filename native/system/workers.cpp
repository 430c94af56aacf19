#include "system/workers.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "pacing.hpp"
#include "system/interrupt.hpp"

namespace polarize::native {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The threads at work and what they share. They are joined before it goes.
class Crew {
  public:
    Crew(std::size_t threads, const SharedWork& work) : work_(work), running_(threads) {
        for (std::size_t worker = 0; worker < threads; ++worker) {
            try {
                threads_.emplace_back([this, worker] { run(worker); });
            } catch (...) {
                // The system allows no more threads: those that run do the work.
                if (worker == 0) throw;
                const std::scoped_lock lock(mutex_);
                running_ -= threads - worker;
                return;
            }
        }
    }
    ~Crew() { stop_ = true; }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    /// Waits until all have ended; rethrows what one of them threw.
    void wait() {
        constexpr auto interval = std::chrono::milliseconds(10);
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, interval, [this] { return running_ == 0; })) {
            if (stop_requested()) stop_ = true;
            lock.unlock();
            work_.report(steps_);
            lock.lock();
        }
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    void run(std::size_t worker) {
        try {
            Pacing pacing(work_.work_per_step);
            while (!stop_) {
                const auto start = Clock::now();
                const std::int64_t steps = work_.advance(pacing.budget(), worker);
                if (steps == 0) break;
                pacing.record(steps, seconds_since(start));
                steps_ += steps;
            }
        } catch (...) {
            stop_ = true;
            const std::scoped_lock lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
        const std::scoped_lock lock(mutex_);
        --running_;
        changed_.notify_one();
    }

    const SharedWork& work_;
    std::atomic<bool> stop_{false};
    std::atomic<std::int64_t> steps_{0};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t running_;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_;  // last, so that they have ended before the rest goes
};

}  // namespace

double work_in_threads(std::size_t threads, const SharedWork& work) {
    const auto start = Clock::now();
    Crew crew(threads, work);
    crew.wait();
    return seconds_since(start);
}

}  // namespace polarize::native
