#pragma once

#include <cstddef>
#include <memory>

namespace polarize {

/// Threads that share out tasks among them. Which thread does a task is left open, so tasks must not depend on it.
class Team {
  public:
    /// `threads` in all, the calling one among them; with 1 none is made. Throws Error where there cannot be so many.
    explicit Team(std::size_t threads);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    std::size_t threads() const { return threads_; }

    /// Calls `task(number, thread)` once for every number below `count` and returns when all are done; thread is below
    /// `threads()` and no two calls at once have the same. Tasks must not throw. Allocates nothing.
    template <class Task>
    void run(std::size_t count, const Task& task) {
        run(count, Call{&task, [](const void* called, std::size_t number, std::size_t thread) {
                            (*static_cast<const Task*>(called))(number, thread);
                        }});
    }

  private:
    struct Shared;

    /// Any task, by its address.
    struct Call {
        const void* task;
        void (*call)(const void* task, std::size_t number, std::size_t thread);

        void operator()(std::size_t number, std::size_t thread) const { call(task, number, thread); }
    };

    void run(std::size_t count, const Call& task);

    std::size_t threads_;
    std::unique_ptr<Shared> shared_;
};

}  // namespace polarize
