#pragma once

#include <span>
#include <string>

#include <polarize/claims.hpp>

namespace polarize::native {

/// The results for people, those of a claim below its sentence: a tick or a cross, what ran, the measured number and
/// the predicted one, and where along the run the claim broke; further numbers on the next line. The last line counts.
std::string claims_table(std::span<const ClaimResult> results, double seconds);

}  // namespace polarize::native
