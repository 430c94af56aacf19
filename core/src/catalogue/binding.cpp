#include <polarize/binding.hpp>

#include <stdexcept>

namespace polarize::binding_detail {

void refuse_other_configuration() { throw std::logic_error("a row of another configuration"); }

}  // namespace polarize::binding_detail
