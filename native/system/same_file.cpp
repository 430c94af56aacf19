#include "system/same_file.hpp"

#include <system_error>

namespace polarize::native {
namespace {

/// Without links and dots as far as there are folders; empty where that cannot be told.
std::filesystem::path place_of(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(path, error);
    std::filesystem::path place = std::filesystem::weakly_canonical(whole, error);
    return error ? std::filesystem::path() : place;
}

}  // namespace

bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
    std::error_code error;
    if (std::filesystem::equivalent(one, other, error)) return true;
    const std::filesystem::path place = place_of(one);
    return !place.empty() && place == place_of(other);
}

}  // namespace polarize::native
