#pragma once

#include <cstddef>
#include <cstdint>

#include <polarize/catalogue.hpp>
#include <polarize/names.hpp>
#include <polarize/params.hpp>

namespace polarize {

/// How gradient descent updates.
struct DescentConfig {
    double lr = 0.1;
    std::int64_t steps = 0;
    OptimiserKind optimiser = OptimiserKind::gradient_descent;
    double momentum = 0.9;  ///< weight of the past in the first moment, 0 to below 1
    double weight_decay = 0;
    double noise = 0;  ///< standard deviation on every component of the gradient

    bool operator==(const DescentConfig&) const = default;
};

/// How gradient flow is integrated, and how far.
struct FlowConfig {
    double tolerance = 1e-9;
    Until until = Until::t;
    double horizon = 0;  ///< in the unit that `until` says

    bool operator==(const FlowConfig&) const = default;
};

/// How the starting arrays are drawn.
struct StartConfig {
    Draws draws = Draws::in_turn;
    std::uint32_t seed = 0;
    double V_scale = 0;
    double a_mean = -0.0;  ///< added to every score; −0 where none is asked for, which leaves −0 as it is, too
    double a_scale = 0;
    double kappa = 1;     ///< condition number of X, of Draws::conditioned
    double p_scale = 10;  ///< p_star is softmax(p_scale · uniform numbers)

    bool operator==(const StartConfig&) const = default;
};

/// Everything that decides a run of a flow.
struct RunConfig {
    Model model = Model::value_softmax;
    Loss loss = Loss::logistic;
    std::size_t k = 0;  ///< tokens; D of the tied model
    std::size_t d = 0;  ///< features (classes for kl); unused by the tied model
    std::size_t n = 0;  ///< rows of X; unused by losses without data
    ScoreMap map = ScoreMap::softmax;
    double temperature = 1;
    Train train = Train::both;
    StartConfig start;
    Dynamics dynamics = Dynamics::descent;
    DescentConfig descent;
    FlowConfig flow;
    std::int64_t samples = 200;  ///< moments that the history aims to hold
    bool singular_values = false;

    bool operator==(const RunConfig&) const = default;
};

/// The configuration that `params` of a flow describe: what the experiment itself says, then every row's member.
RunConfig run_config(const Params& params);

}  // namespace polarize
