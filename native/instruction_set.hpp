#pragma once

namespace polarize::native {

/// Uses the instruction set that the environment variable POLARIZE_ISA names; without it the core's own choice stands.
/// Throws Error when that is not an available one.
void use_requested_isa();

}  // namespace polarize::native
