#include <polarize/version.hpp>

namespace polarize {

std::string_view version() { return POLARIZE_VERSION; }

}  // namespace polarize
