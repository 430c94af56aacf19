#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <string>
#include <vector>

#include "flow/tied_model.hpp"
#include "flow/value_model.hpp"

namespace polarize::test {

inline constexpr std::array kAllLosses{Loss::logistic, Loss::square, Loss::regression, Loss::kl, Loss::logistic_data};
inline constexpr std::array<Weighting, 14> kAllMaps{{ScoreMap::softmax,
                                                     {ScoreMap::softmax, 0.6},
                                                     {ScoreMap::softmax, 3},
                                                     ScoreMap::l1,
                                                     ScoreMap::sum,
                                                     ScoreMap::l2,
                                                     ScoreMap::relu_norm,
                                                     ScoreMap::sigmoid,
                                                     ScoreMap::relu,
                                                     ScoreMap::identity,
                                                     ScoreMap::softmax_plus_one,
                                                     ScoreMap::softpick,
                                                     ScoreMap::sparsemax,
                                                     ScoreMap::entmax15}};
static_assert(std::ranges::all_of(std::views::iota(std::size_t{0}, kScoreMapCount), [](std::size_t number) {
    return std::ranges::find(kAllMaps, static_cast<ScoreMap>(number), &Weighting::map) != kAllMaps.end();
}));
inline constexpr std::array kAllTrained{Train::both, Train::V_only, Train::a_only};

/// Sizes of a value-softmax problem.
struct Sizes {
    std::size_t d;
    std::size_t k;
    std::size_t n;
};

/// `count` numbers uniform on [low, high), the same on every platform.
std::vector<double> random_numbers(std::size_t count, double low, double high, std::uint64_t seed);

/// A problem of random arrays of order one. Scores are at least 0.1 away from 0, where some maps have a kink, of both
/// signs, and their sum is far from 0.
ValueProblem random_problem(Loss loss, Sizes sizes, std::uint64_t seed);

/// U near the identity, a and beta_star for the tied model; the logits U a keep away from 0.
Arrays random_tied_arrays(std::size_t D, std::uint64_t seed);

/// Models of them with these settings.
std::unique_ptr<ValueModel> model_of(const ValueProblem& problem, Weighting map, Train train, double lr);
std::unique_ptr<TiedModel> tied_model_of(const Arrays& arrays, Weighting map, Train train, double lr);

/// "l1", "softmax_T0_6": for messages and names of tests.
std::string name_of(Weighting map);

/// "kl, softmax, V trained": for messages.
std::string case_name(Loss loss, Weighting map, Train train = Train::both);

}  // namespace polarize::test
