#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polarize/claims.hpp>
#include <polarize/names.hpp>
#include <polarize/params.hpp>
#include <polarize/snapshot.hpp>
#include "catalogue/run_config.hpp"

namespace polarize::claim_checks {

/// A run that has ended, with its history.
struct FinishedRun {
    Params params;
    RunConfig config;
    Snapshot last;
};

/// The finished runs of a check, in its order.
using FinishedRuns = std::span<const FinishedRun* const>;

/// What the finished runs of a check say.
struct Measurement {
    std::optional<double> measured = {};
    double tolerance = 0;
    std::optional<BreakPoint> broke_at = {};
    std::string note = {};
};

/// One result to be: the runs it needs and how they are judged.
struct Check {
    std::string_view claim;  ///< its id
    std::vector<Params> runs;
    Relation relation = Relation::near;
    double predicted = 0;
    std::function<Measurement(FinishedRuns)> judge;
    std::string run_text = {};        ///< what ran; "" for describe of the first run
    bool judges_ended_early = false;  ///< whether a run that ended early can be judged too
};

/// What was asked for, and where it starts.
struct Subject {
    Params params;
    RunConfig config;
    std::vector<double> a;  ///< at the start
    std::vector<double> u;  ///< at the start

    bool is_value_model() const { return config.model == Model::value_softmax; }
    Loss loss() const { return config.loss; }
    ScoreMap map() const { return config.map; }
    double temperature() const { return config.temperature; }
    Train train() const { return config.train; }
    std::size_t tokens() const { return u.size(); }

    /// kl with a single class, whose probability is 1 whatever the weights: nothing moves.
    bool has_one_class() const { return is_value_model() && loss() == Loss::kl && config.d == 1; }
    /// Whether more than one token has weight at the start under `map`, an elementwise one.
    bool is_undecided(ScoreMap map) const;
    /// The logistic value-softmax model with the map softmax, of any temperature.
    bool is_logistic_softmax() const;
    /// The token with the largest u at the start.
    std::size_t first() const;
    /// Whether it is the only one.
    bool has_first() const;
    /// Whether it is, and the scores start equal or in the order of u (Theorem 3.2).
    bool is_ordered_alike() const;
    /// Whether a parameter of `group` was set.
    bool sets(ParameterGroup group) const;
    /// Whether the parameter of a member was set.
    template <auto... Path>
    bool sets() const {
        return params.is_member_set<Path...>();
    }
    /// `params` with the dynamics `dynamics`, whatever they were.
    Params with(Dynamics dynamics) const;
};

/// The subject that `params` describe. Throws Error as make_runner does.
Subject make_subject(const Params& params);

/// Sets the parameter of a member to `value` unless it was set.
template <auto... Path>
void prefer(Params& params, const MemberOf<Path...>& value) {
    if (!params.is_member_set<Path...>()) params.set_member<Path...>(value);
}

/// "flow to tau=1000000, map=l2, seed=7": what runs, and what differs from the defaults of the experiment.
std::string describe(const Params& params);

/// The rescaled time at which limits are measured: t = e^1000000. Weights are one-hot only up to about 1/tau², tau
/// being about log t, so nothing shorter shows them.
inline constexpr double kFarTau = 1e6;

/// The flow from the subject's start to kFarTau.
Params far_flow(const Subject& subject);

/// How many samples of the history to keep: `limit`, or fewer where there are many tokens.
std::int64_t samples_for(const Subject& subject, std::int64_t limit);

/// Where the run of `last`, which ended early, stopped, and the note that says so.
BreakPoint early_end(const Snapshot& last);
std::string early_end_note(const Snapshot& last);

/// Short text of a number for a note.
std::string short_text(double value);

/// The values of the recorded series `name` at sample number `index`.
std::span<const double> sample(const History& history, std::string_view name, std::size_t index);

// The checks of each group of claims that speak of `subject`.
void plan_course(const Subject& subject, std::vector<Check>& checks);          ///< along a whole run
void plan_limit(const Subject& subject, std::vector<Check>& checks);           ///< where the logistic flow goes
void plan_entropy(const Subject& subject, std::vector<Check>& checks);         ///< how far weights polarise
void plan_parts(const Subject& subject, std::vector<Check>& checks);           ///< a alone, V alone
void plan_discretisation(const Subject& subject, std::vector<Check>& checks);  ///< descent against flow

}  // namespace polarize::claim_checks
