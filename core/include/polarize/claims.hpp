#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <polarize/params.hpp>

namespace polarize {

/// A statement of the theory that runs are held against.
struct Claim {
    std::string_view id;         ///< e.g. "score-sum"
    std::string_view sentence;   ///< what is claimed
    std::string_view holds_for;  ///< which experiments and settings it speaks of
    std::string_view measure;    ///< the number that is measured, and on what
};

/// Every claim, in the order they are shown.
std::span<const Claim> claims();

/// How a measured number has to stand to the predicted one; the tolerance is allowed on top.
enum class Relation { near, at_most, at_least };

/// "=", "<=" or ">=".
std::string_view sign(Relation relation);

/// Where along a run a claim stopped to hold.
struct BreakPoint {
    std::int64_t step = 0;             ///< the update of descent, or the accepted step of the flow
    std::optional<double> time = {};   ///< t, for a flow
    std::optional<double> log_t = {};  ///< its natural logarithm, which does not overflow
};

/// A claim held against one run, or against a few that differ in one parameter.
struct ClaimResult {
    const Claim* claim = nullptr;  ///< a row of claims()
    std::string experiment;
    std::string run;  ///< what ran: descent or flow, and the settings that differ from the experiment's defaults
    Relation relation = Relation::near;
    double predicted = 0;
    std::optional<double> measured;  ///< absent where the run ended before it could be measured
    double tolerance = 0;
    bool pass = false;
    std::optional<BreakPoint> broke_at;  ///< for a claim about a whole run that failed
    std::string note;                    ///< further numbers, "" where there are none
};

/// Checks the claims that speak of one experiment with given parameters, a slice of work at a time; equal parameters
/// give equal results. Parameters that were set hold for every run that the checks make, but for those that a claim is
/// about: its runs choose dynamics, how long they last, and what is varied. Claims that contradict what was set (a
/// claim about the score map softmax, with map set to l2) are left out. Drop the object to cancel.
class ClaimCheck {
  public:
    /// Throws Error as make_runner does.
    explicit ClaimCheck(const Params& params);
    ~ClaimCheck();
    ClaimCheck(ClaimCheck&&) noexcept;
    ClaimCheck& operator=(ClaimCheck&&) noexcept;

    /// Whether all results are out.
    bool done() const;

    /// Works for some 10 ms and returns the next result, if that completed it. Only finding the exact update at which a
    /// claim broke takes longer.
    std::optional<ClaimResult> advance();

    /// How much of the work is done, 0 to 1.
    double progress() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace polarize
