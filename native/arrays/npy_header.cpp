#include "arrays/npy_header.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>

#include <polarize/error.hpp>
#include "arrays/npy_dictionary.hpp"

namespace polarize {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t max_header = 65536;
constexpr std::size_t max_axes = 32;

[[noreturn]] void refuse(std::string_view field, std::string_view problem) {
    throw refused(field, "", problem, "", ErrorCode::malformed);
}

struct NamedType {
    std::string_view code;
    NpyType::Kind kind;
    std::size_t size;
};

constexpr NamedType known_types[] = {
    {"f8", NpyType::Kind::real, 8},
    {"f4", NpyType::Kind::real, 4},
    {"f2", NpyType::Kind::real, 2},
    {"i8", NpyType::Kind::signed_integer, 8},
    {"i4", NpyType::Kind::signed_integer, 4},
    {"i2", NpyType::Kind::signed_integer, 2},
    {"i1", NpyType::Kind::signed_integer, 1},
    {"u4", NpyType::Kind::unsigned_integer, 4},
    {"u2", NpyType::Kind::unsigned_integer, 2},
    {"u1", NpyType::Kind::unsigned_integer, 1},
    {"b1", NpyType::Kind::boolean, 1},
};

NpyType parse_type(const std::string& text) {
    const auto* const known = std::find_if(std::begin(known_types), std::end(known_types), [&](const NamedType& row) {
        return text.size() == row.code.size() + 1 && text.substr(1) == row.code;
    });
    const char order = text.empty() ? ' ' : text.front();
    if (known == std::end(known_types) || (order != '<' && order != '>' && (order != '|' || known->size != 1))) {
        throw refused("descr", "type " + polarize::quoted(text), "cannot be read",
                      "f8, f4, f2, i8, i4, i2, i1, u4, u2, u1, bool (b1), little or big endian", ErrorCode::malformed);
    }
    return {known->kind, known->size, order == '>'};
}

/// The product of the axes; 0 where one of them is 0, whatever the others say.
std::size_t count_of(const std::vector<std::size_t>& shape) {
    if (std::find(shape.begin(), shape.end(), std::size_t{0}) != shape.end()) return 0;
    std::size_t count = 1;
    for (const std::size_t axis : shape) {
        if (count > std::numeric_limits<std::size_t>::max() / axis)
            refuse("shape", "asks for more numbers than any file holds");
        count *= axis;
    }
    return count;
}

std::size_t little_endian(std::span<const std::byte> bytes) {
    std::size_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8U | std::to_integer<std::size_t>(bytes[i]);
    return value;
}

/// The text of the header's dictionary and where the data start.
std::pair<std::string_view, std::size_t> find_dictionary(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.size() < magic.size() + 2 || text.substr(0, magic.size()) != magic)
        refuse("not a .npy array", "the NumPy signature is missing");
    const auto version = std::to_integer<unsigned>(bytes[magic.size()]);
    if (version < 1 || version > 3)
        throw refused("version", ".npy format " + std::to_string(version), "cannot be read", "1, 2, 3",
                      ErrorCode::malformed);
    const std::size_t length_size = version == 1 ? 2 : 4;
    const std::size_t dictionary_start = magic.size() + 2 + length_size;
    if (text.size() < dictionary_start) refuse("header", "the .npy data end inside it");
    const std::size_t length = little_endian(bytes.subspan(magic.size() + 2, length_size));
    if (length > max_header)
        throw refused("header", "length " + std::to_string(length), "is too much",
                      "at most " + std::to_string(max_header));
    if (length > text.size() - dictionary_start) refuse("header", "the .npy data end inside it");
    return {text.substr(dictionary_start, length), dictionary_start + length};
}

}  // namespace

NpyHeader parse_npy_header(std::span<const std::byte> bytes) {
    const auto [text, data_offset] = find_dictionary(bytes);
    const NpyDictionary dictionary = parse_npy_dictionary(text);
    NpyHeader header;
    header.type = parse_type(dictionary.descr);
    header.fortran_order = dictionary.fortran_order;
    header.shape = dictionary.shape;
    header.data_offset = data_offset;
    if (header.shape.size() > max_axes)
        throw refused("shape", std::to_string(header.shape.size()) + " axes", "are too many",
                      "at most " + std::to_string(max_axes));
    header.count = count_of(header.shape);
    const std::size_t available = bytes.size() - data_offset;
    if (available % header.type.size != 0 || available / header.type.size != header.count) {
        refuse("data", "the header asks for " + std::to_string(header.count) + " numbers of " +
                           std::to_string(header.type.size) + " bytes, but " + std::to_string(available) +
                           " bytes follow it");
    }
    return header;
}

std::string format_npy_header(const std::string& type, const std::vector<std::size_t>& shape) {
    std::string axes;
    for (const std::size_t axis : shape) axes += std::to_string(axis) + (shape.size() == 1 ? "," : ", ");
    std::string dictionary = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + axes + "), }";
    constexpr std::size_t prefix = magic.size() + 4;
    constexpr std::size_t alignment = 64;
    const std::size_t total = (prefix + dictionary.size() + 1 + alignment - 1) / alignment * alignment;
    dictionary.append(total - prefix - dictionary.size() - 1, ' ');
    dictionary += '\n';
    std::string header(magic);
    header += '\x01';
    header += '\x00';
    header += static_cast<char>(dictionary.size() % 256);
    header += static_cast<char>(dictionary.size() / 256);
    return header + dictionary;
}

}  // namespace polarize
