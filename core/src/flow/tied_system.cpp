#include "flow/tied_system.hpp"

#include "flow/kernels.hpp"

namespace polarize {

std::size_t TiedSystem::size() const { return model_.state()[0].second->size() + model_.state()[1].second->size(); }

void TiedSystem::derivative(const double* y, double* rate) {
    const std::size_t U_size = model_.state()[0].second->size();
    TiedView view = model_.view();
    // tied_rate only reads U and a; the view's pointers are not const for the sake of the kernels that descend.
    view.U = const_cast<double*>(y);
    view.a = const_cast<double*>(y + U_size);
    model_.kernels().tied_rate(view, rate, rate + U_size);
}

}  // namespace polarize
