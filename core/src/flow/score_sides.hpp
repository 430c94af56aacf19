#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <polarize/names.hpp>
#include "numeric/aligned.hpp"
#include "ode/integrator.hpp"
#include "ode/system.hpp"

namespace polarize {

/// A flow whose state holds the scores that its map is of.
class ScoreSystem : public System {
  public:
    /// Where a state holds the scores.
    virtual std::size_t scores_at() const = 0;

    /// Takes the smooth branches of the map that `side` tells (see ScoreSides), which must outlive the system, in place
    /// of those that the scores' signs tell.
    virtual void take_sides(const double* side) = 0;

    /// What moves the weights at `y`, k numbers each: alpha, and the rate −∂L/∂alpha up to a common factor above 0.
    virtual void pulls(const AlignedVector& y, std::span<double> alpha, std::span<double> pull) = 0;
};

/// On which side of its kink at 0 each score of a flow is, under the maps l1 and softpick. Between two events the flow
/// is that of the smooth branches on these sides, continued beyond the kink, so that the steps of an integrator may be
/// long. A score that comes to 0 passes where the flow beyond drives it on. Where it is driven back from there, it is
/// held at 0, as a solution in Filippov's sense slides along the kink, until one of both sides drives it away.
/// A score that begins at 0 stays there, as under gradient descent: the slope at 0 counts as 0.
class ScoreSides {
  public:
    /// At the scores `a`. `system` must outlive the sides.
    ScoreSides(ScoreSystem& system, ScoreMap map, std::span<const double> a);

    /// For each score, padded with zeros: 1 above 0, −1 below, 0 at 0.
    const double* data() const { return side_.data(); }

    /// The first moment in the last step of `integrator`, of this flow, at which a score comes to its kink or is to
    /// leave it, if there is one.
    std::optional<double> event(Integrator& integrator);

    /// Goes over to the sides that hold from the event at `time` on, and restarts `integrator` there.
    void pass(Integrator& integrator, double time);

    /// Takes over from `other`, of a flow of equal map, which of the scores at 0 are held there.
    void take_over(const ScoreSides& other);

    ScoreMap map() const { return map_; }

  private:
    /// How the flow drives a score at its kink on both sides of it, up to a common factor above 0.
    struct Rates {
        double above;
        double below;
    };

    bool has_crossed(const AlignedVector& y) const;
    bool has_releases(const AlignedVector& y);
    bool is_released(std::size_t i) const;
    void look(const AlignedVector& y);
    Rates rates(std::size_t i) const;

    ScoreSystem& system_;
    ScoreMap map_;
    std::size_t at_;
    AlignedVector side_;
    std::vector<double> came_from_;  // the side that a held score came from, 0 of all others
    std::vector<double> alpha_, pull_;
    double mean_ = 0;          // of pull_, weighted by alpha_
    double largest_pull_ = 0;  // so far
    double tolerance_ = 0;     // of the integrator
    AlignedVector y_;          // scratch
};

}  // namespace polarize
