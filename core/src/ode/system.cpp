#include "ode/system.hpp"

#include <polarize/error.hpp>

namespace polarize {

namespace {
[[noreturn]] void refuse() { throw Error("method: this system has no implicit solver; allowed: explicit methods"); }
}  // namespace

void System::prepare_implicit(const double* /*y*/, double /*shift*/, double /*shift_real*/,
                              double /*shift_imaginary*/) {
    refuse();
}
void System::solve_implicit(double* /*x*/) { refuse(); }
void System::solve_implicit(double* /*x*/, double* /*y*/) { refuse(); }

}  // namespace polarize
