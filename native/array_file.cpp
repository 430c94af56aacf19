#include "array_file.hpp"

#include <system_error>

#include "system/input_file.hpp"
#include "within.hpp"

namespace polarize::native {

Arrays read_npz_file(const std::filesystem::path& path, const WantedName& wanted) {
    std::error_code error;
    if (!is_standard_input(path) && std::filesystem::is_regular_file(path, error))
        return within(path.string(), [&] { return read_npz(path, wanted); });
    const std::vector<std::byte> bytes = read_file(path);
    return within(display_name(path), [&] { return parse_npz(bytes, wanted); });
}

}  // namespace polarize::native
