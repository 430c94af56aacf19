#include "system/links.hpp"

#include <system_error>

namespace polarize::native {
namespace {

/// Without links and dots as far as there are folders; empty where that cannot be told.
std::filesystem::path place_of(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(behind_links(path), error);
    std::filesystem::path place = std::filesystem::weakly_canonical(whole, error);
    return error ? std::filesystem::path() : place;
}

}  // namespace

std::filesystem::path behind_links(std::filesystem::path path) {
    constexpr int max_links = 40;
    std::error_code error;
    for (int links = 0; links < max_links && std::filesystem::is_symlink(path, error); ++links) {
        const std::filesystem::path named = std::filesystem::read_symlink(path, error);
        if (error) break;
        path = path.parent_path() / named;  // which is `named` where that begins at the root
    }
    return path;
}

bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
    std::error_code error;
    if (std::filesystem::equivalent(one, other, error)) return true;
    const std::filesystem::path place = place_of(one);
    return !place.empty() && place == place_of(other);
}

}  // namespace polarize::native
