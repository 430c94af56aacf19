#pragma once

#include <cstddef>
#include <vector>

namespace polarize {

/// What an evaluation is to keep besides the logits.
struct EvaluationRequest {
    bool attention = false;  ///< weights of every layer and head
    bool residual = false;   ///< the residual stream before the first and after every layer
    bool values = false;     ///< value vectors of every layer
};

/// Results of an evaluation, row-major in the order told; what was not asked for is empty. Used again for a batch of
/// the same size it allocates nothing.
template <class Scalar>
struct Evaluation {
    std::vector<Scalar> logits;     ///< [sample][position][output]
    std::vector<Scalar> attention;  ///< [sample][layer][head][query][key]
    std::vector<Scalar> residual;   ///< [sample][layers + 1][position][d]
    std::vector<Scalar> values;     ///< [sample][layer][position][d]; head h has columns h·d/heads …
};

}  // namespace polarize
