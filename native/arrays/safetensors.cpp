#include "arrays/safetensors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include <polarize/error.hpp>
#include "arrays/half.hpp"

namespace polarize {
namespace {

static_assert(std::endian::native == std::endian::little, "the numbers of the file are in memory's order");

constexpr std::size_t length_size = 8;

/// What is read at once where a file may end before what it says: its memory grows with what is there.
constexpr std::size_t step_size = std::size_t{1} << 20U;

[[noreturn]] void refuse(std::string_view field, std::string_view problem, std::string_view allowed = "") {
    throw refused(field, "", problem, allowed, ErrorCode::malformed);
}

[[noreturn]] void refuse_length(std::uint64_t length, const std::string& size) {
    refuse("header", "length " + std::to_string(length) + " is more than " + size + "; is this a .safetensors file?");
}

/// Complains unless the tensors end where the file does.
void check_size(const SafetensorsHeader& header, std::uint64_t available) {
    for (const TensorEntry& tensor : header.tensors)
        if (tensor.end > available)
            refuse(polarize::quoted(tensor.name), "data_offsets end at " + std::to_string(tensor.end) +
                                                      ", beyond the file's " + std::to_string(available) +
                                                      " bytes of data");
    if (available > header.data_size())
        refuse("data", std::to_string(available - header.data_size()) + " bytes follow the last tensor", "none");
}

}  // namespace

TensorType TensorView::type() const {
    constexpr std::array types{TensorType::f32, TensorType::f64, TensorType::i64};
    return types.at(numbers.index());
}

std::span<const std::byte> TensorView::bytes() const {
    return std::visit([](auto values) { return std::as_bytes(values); }, numbers);
}

std::vector<TensorView> views_of(const Safetensors& file) {
    std::vector<TensorView> views;
    for (const auto& [name, tensor] : file.tensors)
        std::visit([&](const auto& numbers) { views.push_back({name, tensor.shape, std::span(numbers)}); },
                   tensor.numbers);
    return views;
}

SafetensorsReader::SafetensorsReader(ByteSource source, std::optional<std::uint64_t> size)
    : source_(std::move(source)), size_is_known_(size.has_value()) {
    std::uint64_t length = 0;
    std::array<std::byte, length_size> length_bytes{};
    if (source_(length_bytes) < length_size) refuse("header", "the file ends before its length");
    std::memcpy(&length, length_bytes.data(), length_size);
    if (length > max_header_size) refuse_length(length, "the format allows");
    if (size && length > *size - length_size)
        refuse_length(length, "the file's " + std::to_string(*size) + " bytes hold");
    std::string text;
    while (text.size() < length) {
        const std::size_t done = text.size();
        text.resize(std::min<std::size_t>(static_cast<std::size_t>(length), done + step_size));
        read_exactly(std::as_writable_bytes(std::span(text).subspan(done)), "header");
    }
    header_ = parse_safetensors_header(text);
    if (size) check_size(header_, *size - length_size - length);
}

void SafetensorsReader::read_exactly(std::span<std::byte> bytes, std::string_view what) {
    if (source_(bytes) < bytes.size()) refuse(what, "the file ends inside it");
}

template <class T>
std::vector<T> SafetensorsReader::numbers(const TensorEntry& tensor) {
    const auto count = static_cast<std::size_t>((tensor.end - tensor.begin) / size_of(tensor.type));
    const std::size_t step = size_is_known_ ? count : step_size;
    std::vector<T> result;
    while (result.size() < count) {
        const std::size_t done = result.size();
        result.resize(std::min(count, done + step));
        read_exactly(std::as_writable_bytes(std::span(result).subspan(done)), polarize::quoted(tensor.name));
    }
    return result;
}

/// F16 and BF16, which take half of the memory while they are widened.
std::vector<float> SafetensorsReader::narrow_numbers(const TensorEntry& tensor) {
    const auto convert = tensor.type == TensorType::f16 ? half_to_float : bfloat16_to_float;
    const std::vector<std::uint16_t> narrow = numbers<std::uint16_t>(tensor);
    std::vector<float> result(narrow.size());
    std::ranges::transform(narrow, result.begin(), convert);
    return result;
}

TensorNumbers SafetensorsReader::numbers_of(const TensorEntry& tensor) {
    switch (tensor.type) {
        case TensorType::f16:
        case TensorType::bf16: return narrow_numbers(tensor);
        case TensorType::f32: return numbers<float>(tensor);
        case TensorType::f64: return numbers<double>(tensor);
        case TensorType::i64: return numbers<std::int64_t>(tensor);
    }
    refuse(polarize::quoted(tensor.name), "dtype cannot be read");
}

Safetensors SafetensorsReader::read() {
    Safetensors file{.metadata = header_.metadata, .tensors = {}};
    for (const TensorEntry& tensor : header_.tensors) file.tensors[tensor.name] = {tensor.shape, numbers_of(tensor)};
    std::array<std::byte, 1> beyond{};
    if (source_(beyond) > 0) refuse("data", "bytes follow the last tensor", "none");
    return file;
}

Safetensors parse_safetensors(std::span<const std::byte> bytes) {
    std::span<const std::byte> left = bytes;
    const auto source = [&left](std::span<std::byte> wanted) {
        const std::size_t count = std::min(left.size(), wanted.size());
        std::ranges::copy(left.first(count), wanted.begin());
        left = left.subspan(count);
        return count;
    };
    return SafetensorsReader(source, bytes.size()).read();
}

void write_safetensors(const ByteTarget& target, const Metadata& metadata, std::vector<TensorView> tensors) {
    std::ranges::sort(tensors, {}, &TensorView::name);
    SafetensorsHeader header{.metadata = metadata, .tensors = {}};
    for (const TensorView& tensor : tensors) {
        const std::uint64_t begin = header.data_size();
        header.tensors.push_back({tensor.name, tensor.type(), tensor.shape, begin, begin + tensor.bytes().size()});
    }
    const std::string text = format_safetensors_header(header);
    const auto length = std::bit_cast<std::array<char, length_size>>(static_cast<std::uint64_t>(text.size()));
    target({length.data(), length.size()});
    target(text);
    for (const TensorView& tensor : tensors)
        target({reinterpret_cast<const char*>(tensor.bytes().data()), tensor.bytes().size()});
}

std::vector<std::byte> format_safetensors(const Safetensors& file) {
    std::vector<std::byte> bytes;
    const auto append = [&](std::string_view part) {
        const auto part_bytes = std::as_bytes(std::span(part));
        bytes.insert(bytes.end(), part_bytes.begin(), part_bytes.end());
    };
    write_safetensors(append, file.metadata, views_of(file));
    return bytes;
}

Array real_array(const std::string& name, SafeTensor tensor) {
    if (std::holds_alternative<std::vector<std::int64_t>>(tensor.numbers))
        refuse(polarize::quoted(name), "holds integers (I64)", "F16, BF16, F32 or F64");
    if (auto* const doubles = std::get_if<std::vector<double>>(&tensor.numbers))
        return {std::move(tensor.shape), std::move(*doubles)};
    const auto& floats = std::get<std::vector<float>>(tensor.numbers);
    return {std::move(tensor.shape), {floats.begin(), floats.end()}};
}

}  // namespace polarize
