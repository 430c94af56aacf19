#include "nn/team.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <polarize/error.hpp>

namespace polarize {

struct Team::Shared {
    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable idle;
    std::uint64_t round = 0;  // guarded by mutex, as are the next four
    std::size_t working = 0;
    bool ends = false;
    const Call* task = nullptr;
    std::size_t count = 0;
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> workers;

    void take_tasks(std::size_t thread) {
        for (std::size_t number = next++; number < count; number = next++) (*task)(number, thread);
    }

    void end() {
        {
            const std::lock_guard lock(mutex);
            ends = true;
        }
        wake.notify_all();
        for (std::thread& worker : workers) worker.join();
    }

    void work(std::size_t thread) {
        std::uint64_t seen = 0;
        while (true) {
            {
                std::unique_lock lock(mutex);
                wake.wait(lock, [&] { return ends || round != seen; });
                if (ends) return;
                seen = round;
            }
            take_tasks(thread);
            const std::lock_guard lock(mutex);
            if (--working == 0) idle.notify_one();
        }
    }
};

Team::Team(std::size_t threads) : threads_(threads) {
    if (threads == 1) return;
    shared_ = std::make_unique<Shared>();
    shared_->workers.reserve(threads - 1);  // so that only a thread can fail below
    try {
        for (std::size_t thread = 1; thread < threads; ++thread)
            shared_->workers.emplace_back([shared = shared_.get(), thread] { shared->work(thread); });
    } catch (const std::system_error&) {
        const std::size_t made = shared_->workers.size() + 1;
        shared_->end();
        throw refused("threads", threads, "cannot be had here", "up to " + std::to_string(made), ErrorCode::not_enough);
    }
}

Team::~Team() {
    if (shared_) shared_->end();
}

void Team::run(std::size_t count, const Call& task) {
    if (!shared_ || count < 2) {
        for (std::size_t number = 0; number < count; ++number) task(number, 0);
        return;
    }
    Shared& shared = *shared_;
    {
        const std::lock_guard lock(shared.mutex);
        shared.task = &task;
        shared.count = count;
        shared.next = 0;
        shared.working = threads_ - 1;
        ++shared.round;
    }
    shared.wake.notify_all();
    shared.take_tasks(0);
    std::unique_lock lock(shared.mutex);
    shared.idle.wait(lock, [&] { return shared.working == 0; });
}

}  // namespace polarize
