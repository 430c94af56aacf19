#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include <polarize/params.hpp>
#include <polarize/snapshot.hpp>

namespace polarize {

class ModelRunner;

/// What a snapshot should carry beyond the numbers of the moment.
struct SnapshotRequest {
    std::size_t first_sample = 0;  ///< history from this sample on (a face that has the earlier ones asks for the rest)
    bool arrays = true;            ///< copy V and the other arrays (large for large sizes)
    /// Add the singular values of V (or U) as the array "singular_values" and the metric "rank"; cubic in the size.
    bool singular_values = false;
};

/// One run: it owns the model's state, advances it and records its history. Not thread-safe; one thread at a time.
/// Two runners of equal parameters and arrays give identical bits, however their steps are split over calls.
class Runner {
  public:
    /// A run that has started with `params`; see make_runner.
    Runner(Params params, std::unique_ptr<ModelRunner> run);
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    /// Does up to `budget` further steps (at least 0; updates of gradient descent, accepted steps of the integrator for
    /// gradient flow) and returns how many it did: fewer only at the last step or when the run diverged. The cost of
    /// one update is `work_per_step()`.
    std::int64_t advance(std::int64_t budget);

    /// Rough floating-point operations of one update, for choosing a budget.
    double work_per_step() const;

    /// A copy of the run as it stands.
    Snapshot snapshot(const SnapshotRequest& request = {}) const;

    /// Changes a live parameter from the next update on. Throws Error when it is not live or the value is not allowed.
    void set(std::string_view name, std::string_view text);

    /// The parameters in force (sizes taken from given arrays included).
    const Params& params() const { return params_; }

    bool done() const;

    /// How much of the run is done, 0 to 1: of its steps, or of the logarithm of its time.
    double progress() const;

    std::int64_t step() const;

  private:
    Params params_;
    std::unique_ptr<ModelRunner> run_;
};

/// Starts a run of the parameters' experiment. `initial` replaces random draws by name (V, a, beta_star, X, y, p_star;
/// the tied model: U, a, beta_star); sizes follow given arrays. Throws Error for an unknown name, a wrong shape, sizes
/// that contradict each other or an explicitly set size, or a value that is not finite.
std::unique_ptr<Runner> make_runner(const Params& params, const Arrays& initial = {});

}  // namespace polarize
