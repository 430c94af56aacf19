#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <polarize/array.hpp>
#include <polarize/params.hpp>

namespace polarize {

struct EnsembleSettings;
struct PhaseMapSettings;

/// Memory that grows with one number that a person sets.
struct ResourcePart {
    std::string field;    ///< its name
    double value = 0;     ///< what it is now
    double cheapest = 0;  ///< the end of its range at which it takes the least
    double bytes = 0;
};

/// What a configuration takes, known before any work begins.
struct ResourceEstimate {
    double memory = 0;  ///< bytes at the peak, beyond those of an idle program
    /// Rough floating-point operations before the first update: drawing arrays, finding singular values.
    double start_work = 0;
    std::vector<ResourcePart> parts;  ///< of the memory, with what decides each

    /// Adds `bytes` that grow with the parameter `field` of `params`.
    void add(const Params& params, std::string_view field, double bytes);
    /// Adds `bytes` that grow with `part.field`.
    void add(ResourcePart part);
};

/// How often a face holds what a run ends with at once, while it makes its output of it: in units of the recorded
/// history and of the arrays of a snapshot.
struct OutputCopies {
    double history = 1;
    double arrays = 0;
};

/// The memory that a configuration takes with the number `field` set to `value`. Throws Error where it cannot be.
using MemoryWith = std::function<double(std::string_view field, double value)>;

/// Throws Error (ErrorCode::not_enough) where `estimate` needs more than `memory_limit` bytes: it names the number that
/// takes the most, its value, and how far it may go when nothing else is changed.
void check_resources(const ResourceEstimate& estimate, double memory_limit, const MemoryWith& memory_with);

/// What a run of `params` takes, the arrays given in `initial` among it, with `output`. Throws Error as make_runner
/// does where arrays and sizes do not fit together.
ResourceEstimate estimate_run(const Params& params, const Arrays& initial = {}, const OutputCopies& output = {});
void check_run_resources(const Params& params, const Arrays& initial, const OutputCopies& output, double memory_limit);

/// What an ensemble takes, and a phase map. The limit is that of the settings.
ResourceEstimate estimate_ensemble(const Params& params, const EnsembleSettings& settings);
void check_ensemble_resources(const Params& params, const EnsembleSettings& settings);
ResourceEstimate estimate_map(const Params& params, const PhaseMapSettings& settings);
void check_map_resources(const Params& params, const PhaseMapSettings& settings);

/// What the runs take that check the claims about `params` (see ClaimCheck).
ResourceEstimate estimate_claims(const Params& params);
void check_claims_resources(const Params& params, double memory_limit);

}  // namespace polarize
