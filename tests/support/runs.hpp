#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <polarize/isa.hpp>
#include <polarize/run.hpp>

namespace polarize::test {

/// Parameters by name with their values as text.
using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

/// The parameters of the experiment `id` with `settings` made in turn.
Params params_of(std::string_view id, const Settings& settings = {});

/// A new run of it.
std::unique_ptr<Runner> runner_of(std::string_view id, const Settings& settings = {}, const Arrays& initial = {});

/// Its snapshot after the last step.
Snapshot finished(std::string_view id, const Settings& settings = {}, const Arrays& initial = {});

/// All numbers of a recorded series, and those of one sample; the test fails when there is no such series or step.
std::span<const double> series(const Snapshot& snapshot, std::string_view name);
std::span<const double> sample(const Snapshot& snapshot, std::string_view name, std::int64_t step);

/// The number called `name` among the snapshot's metrics; the test fails and the number is 0 when there is none.
double metric(const Snapshot& snapshot, std::string_view name);

/// Whether two snapshots show the same state and history to the bit, however they were computed.
bool same_run(const Snapshot& x, const Snapshot& y);

/// Makes `isa` the active instruction set while this object lives.
class WithIsa {
  public:
    explicit WithIsa(Isa isa) { select_isa(isa); }
    ~WithIsa() { select_isa(before_); }
    WithIsa(const WithIsa&) = delete;
    WithIsa& operator=(const WithIsa&) = delete;

  private:
    Isa before_ = active_isa();
};

}  // namespace polarize::test
