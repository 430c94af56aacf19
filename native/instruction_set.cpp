#include "instruction_set.hpp"

#include <cstdlib>
#include <string>

#include <polarize/error.hpp>
#include <polarize/isa.hpp>

namespace polarize::native {

void use_requested_isa() {
    const char* const requested = std::getenv("POLARIZE_ISA");
    if (requested == nullptr) return;
    try {
        select_isa(find_isa(requested));
    } catch (const Error& error) {
        throw Error(std::string("POLARIZE_ISA: ") + error.what());
    }
}

}  // namespace polarize::native
