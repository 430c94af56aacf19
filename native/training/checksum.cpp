#include "training/checksum.hpp"

#include <zlib.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <span>

namespace polarize::native {
namespace {

/// The CRC-32 of zlib, of values one after another. Each is told its length, so that none can be taken for two.
class Crc {
  public:
    void add(std::span<const std::byte> bytes) {
        add(bytes.size());
        crc_ = crc32_z(crc_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    }
    void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
    void add(std::uint64_t number) { crc_ = crc32_z(crc_, reinterpret_cast<const Bytef*>(&number), sizeof(number)); }

    std::string text() const {
        constexpr int hexadecimal = 16;
        std::array<char, 8> digits{};
        const auto* const end =
            std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<std::uint32_t>(crc_), hexadecimal)
                .ptr;
        const std::string_view significant(digits.data(), static_cast<std::size_t>(end - digits.data()));
        return "crc32:" + std::string(digits.size() - significant.size(), '0').append(significant);
    }

  private:
    uLong crc_ = crc32_z(0, nullptr, 0);
};

}  // namespace

std::string checksum_of(const Metadata& metadata, const std::vector<TensorView>& tensors) {
    Crc crc;
    for (const auto& [name, text] : metadata) {
        if (name == checksum_name) continue;
        crc.add(std::string_view(name));
        crc.add(std::string_view(text));
    }
    for (const TensorView& tensor : tensors) {
        crc.add(std::string_view(tensor.name));
        crc.add(name(tensor.type()));
        for (const std::size_t size : tensor.shape) crc.add(std::uint64_t{size});
        crc.add(tensor.bytes());
    }
    return crc.text();
}

}  // namespace polarize::native
