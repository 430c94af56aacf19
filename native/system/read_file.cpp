#include "system/read_file.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <system_error>

#include <polarize/error.hpp>

namespace polarize::native {

std::vector<std::byte> read_file(const std::filesystem::path& path) {
    constexpr std::uintmax_t largest = std::uintmax_t{1} << 32U;
    if (path.empty()) throw Error("\"\" names no file");
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        throw Error(path.string() + ": " + (error ? error.message() : "no such file"));
    if (!std::filesystem::is_regular_file(status)) throw Error(path.string() + ": not a file");
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error) throw Error(path.string() + ": " + error.message());
    if (size > largest)
        throw Error(path.string() + ": " + std::to_string(size) + " bytes; at most " + std::to_string(largest) +
                    " allowed");
    std::ifstream stream(path, std::ios::binary);
    if (!stream) throw Error(path.string() + ": cannot be read: " + std::strerror(errno));
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (static_cast<std::uintmax_t>(stream.gcount()) != size)
        throw Error(path.string() + ": cannot be read to its end");
    return bytes;
}

}  // namespace polarize::native
