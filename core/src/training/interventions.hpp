#pragma once

#include <cstdint>

#include <polarize/array.hpp>
#include <polarize/examples.hpp>
#include "nn/transformer.hpp"

namespace polarize {

/// What becomes of predictions when the sequences are changed: mixes labels head by head (classification only, 500
/// pairs; see label_mixing) and replaces tokens in the order of the attention that the last layer's heads give them on
/// average (200 sequences, at most 10 tokens each, by those of another sequence with another target; see token_attack).
/// Random choices depend on `seed` alone. Tables of heads (Dominance): dominance, dominance_a, dominance_b,
/// mixing_leads, dominance_leading; numbers (TokenAttack): one_token_attack, attack_flipped, attack_tokens.
/// Throws Interrupted (see Transformer::stop_when).
Arrays intervene(Transformer<float>& model, const Examples& examples, std::uint64_t seed);

}  // namespace polarize
