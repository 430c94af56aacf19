#pragma once

#include <cstddef>
#include <vector>

namespace polarize {

/// How concentrated a vector of weights is. Weights that are not probabilities (sigmoid, relu, identity, a signed sum)
/// are judged by |alpha|/Σ|alpha|; weights that are all zero count as uniform.

/// Shannon entropy in nats, between 0 (one token has it all) and log k.
double entropy(const std::vector<double>& alpha);

/// Index of the largest weight, the first of equals.
std::size_t argmax(const std::vector<double>& values);

/// The two largest weights, largest first; the second is 0 for a single token.
struct TopTwo {
    double first;
    double second;
};
TopTwo top_two(const std::vector<double>& alpha);

}  // namespace polarize
