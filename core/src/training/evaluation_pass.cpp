#include "training/evaluation_pass.hpp"

#include <algorithm>

#include "training/work.hpp"

namespace polarize {

void evaluate_in_chunks(Transformer<float>& model, std::span<const std::int32_t> tokens,
                        const EvaluationRequest& request,
                        const std::function<void(const Evaluation<float>&, std::size_t, std::size_t)>& see) {
    const std::size_t length = model.config().length;
    const std::size_t sequences = tokens.size() / length;
    Evaluation<float> evaluation;
    for (std::size_t first = 0; first < sequences;) {
        const std::size_t count = std::min(evaluation_chunk(model.config(), sequences), sequences - first);
        model.evaluate(tokens.subspan(first * length, count * length), request, evaluation);
        see(evaluation, first, count);
        first += count;
    }
}

}  // namespace polarize
