#include "instruction_set.hpp"

#include <cstdlib>

#include <polarize/isa.hpp>
#include "within.hpp"

namespace polarize::native {

void use_requested_isa() {
    const char* const requested = std::getenv("POLARIZE_ISA");
    if (requested == nullptr) return;
    within("POLARIZE_ISA", [&] { select_isa(find_isa(requested)); });
}

}  // namespace polarize::native
