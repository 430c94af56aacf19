#include "arrays/npy.hpp"

#include <bit>
#include <string>

#include <polarize/error.hpp>
#include "arrays/half.hpp"
#include "arrays/npy_header.hpp"

namespace polarize {
namespace {

/// The `size` bytes at `first` as one unsigned number.
std::uint64_t load(const std::byte* first, std::size_t size, bool big_endian) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t byte = big_endian ? i : size - 1 - i;
        bits = bits << 8U | std::to_integer<std::uint64_t>(first[byte]);
    }
    return bits;
}

double exact_double(std::int64_t value) {
    const auto converted = static_cast<double>(value);
    constexpr double two_to_63 = 9223372036854775808.0;
    if (converted >= two_to_63 || static_cast<std::int64_t>(converted) != value) {
        throw refused("data", value, "is not exact as a double", "integers up to 2^53 in size, which always are");
    }
    return converted;
}

/// The two's complement number whose `size` bytes are the low ones of `bits`.
std::int64_t sign_extended(std::uint64_t bits, std::size_t size) {
    const std::size_t unused = 64 - 8 * size;
    return std::bit_cast<std::int64_t>(bits << unused) >> unused;
}

double to_double(std::uint64_t bits, const NpyType& type) {
    switch (type.kind) {
        case NpyType::Kind::real:
            if (type.size == 8) return std::bit_cast<double>(bits);
            if (type.size == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
            return half_to_float(static_cast<std::uint16_t>(bits));
        case NpyType::Kind::signed_integer: return exact_double(sign_extended(bits, type.size));
        case NpyType::Kind::unsigned_integer: return static_cast<double>(bits);
        case NpyType::Kind::boolean: return bits != 0 ? 1.0 : 0.0;
    }
    throw refused("descr", "type", "cannot be read", "", ErrorCode::malformed);
}

/// Walks over an array's elements in C order and says where a file in Fortran order keeps each.
class FortranOffsets {
  public:
    explicit FortranOffsets(const std::vector<std::size_t>& shape) : shape_(shape), position_(shape.size(), 0) {}

    std::size_t offset() const {
        std::size_t result = 0;
        for (std::size_t axis = shape_.size(); axis-- > 0;) result = result * shape_[axis] + position_[axis];
        return result;
    }

    void advance() {
        for (std::size_t axis = shape_.size(); axis-- > 0;) {
            if (++position_[axis] < shape_[axis]) return;
            position_[axis] = 0;
        }
    }

  private:
    const std::vector<std::size_t>& shape_;
    std::vector<std::size_t> position_;
};

void append_little_endian(std::vector<std::byte>& bytes, std::uint64_t bits) {
    for (unsigned i = 0; i < 8; ++i) bytes.push_back(static_cast<std::byte>(bits >> (8 * i) & 0xffU));
}

/// The header of `type` and `shape`, with room for `data_size` bytes after it.
std::vector<std::byte> start_npy(const std::string& type, const std::vector<std::size_t>& shape,
                                 std::size_t data_size) {
    const std::string header = format_npy_header(type, shape);
    const auto header_bytes = std::as_bytes(std::span(header));
    std::vector<std::byte> bytes;
    bytes.reserve(header.size() + data_size);
    bytes.insert(bytes.end(), header_bytes.begin(), header_bytes.end());
    return bytes;
}

}  // namespace

Array parse_npy(std::span<const std::byte> bytes) {
    const NpyHeader header = parse_npy_header(bytes);
    const std::byte* const data = bytes.data() + header.data_offset;
    Array array{header.shape, std::vector<double>(header.count)};
    FortranOffsets fortran(header.shape);
    for (std::size_t i = 0; i < header.count; ++i) {
        const std::size_t element = header.fortran_order ? fortran.offset() : i;
        array.data[i] =
            to_double(load(data + element * header.type.size, header.type.size, header.type.big_endian), header.type);
        if (header.fortran_order) fortran.advance();
    }
    return array;
}

std::vector<std::byte> format_npy(const Array& array) {
    std::vector<std::byte> bytes = start_npy("<f8", array.shape, array.data.size() * sizeof(double));
    for (const double value : array.data) append_little_endian(bytes, std::bit_cast<std::uint64_t>(value));
    return bytes;
}

std::vector<std::byte> format_npy(std::span<const std::int64_t> values) {
    std::vector<std::byte> bytes = start_npy("<i8", {values.size()}, values.size() * sizeof(std::int64_t));
    for (const std::int64_t value : values) append_little_endian(bytes, std::bit_cast<std::uint64_t>(value));
    return bytes;
}

std::vector<std::byte> format_npy(std::string_view text) {
    std::vector<std::byte> bytes = start_npy("|u1", {text.size()}, text.size());
    const auto text_bytes = std::as_bytes(std::span(text));
    bytes.insert(bytes.end(), text_bytes.begin(), text_bytes.end());
    return bytes;
}

}  // namespace polarize
