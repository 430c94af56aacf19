#include "arrays/safetensors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <string_view>

#include <nlohmann/json.hpp>

#include <polarize/error.hpp>

namespace polarize {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "the numbers of the file are in memory's order");

constexpr std::size_t length_size = 8;
constexpr std::size_t longest_header = 100'000'000;  // what the format allows
constexpr const char* metadata_name = "__metadata__";

struct NamedType {
    std::string_view name;
    TensorType type;
    std::size_t size;
};
constexpr std::array known_types{NamedType{"F32", TensorType::f32, 4}, NamedType{"F64", TensorType::f64, 8},
                                 NamedType{"I64", TensorType::i64, 8}};

const NamedType& row_of(TensorType type) { return *std::ranges::find(known_types, type, &NamedType::type); }

/// Where a tensor lies among the data.
struct Place {
    std::string name;
    const NamedType* type = nullptr;
    std::vector<std::size_t> shape;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The header as JSON. A name that stands twice is an error here, where it is none for the JSON reader.
json parse_header(std::string_view text) {
    std::set<std::string> seen;
    const auto refuse_second = [&](int depth, json::parse_event_t event, json& parsed) {
        if (event != json::parse_event_t::key || depth != 1) return true;
        if (!seen.insert(parsed.get<std::string>()).second)
            throw Error(polarize::quoted(parsed.get<std::string>()) + ": stands twice in the header; allowed: once");
        return true;
    };
    try {
        json header = json::parse(text, refuse_second);
        if (!header.is_object()) throw Error("header: not a JSON object");
        return header;
    } catch (const json::exception&) {
        throw Error("header: not JSON; is this a .safetensors file?");
    }
}

const json& entry_of(const std::string& tensor, const json& object, const char* entry) {
    const auto found = object.find(entry);
    if (found == object.end()) throw Error(tensor + ": has no " + entry);
    return *found;
}

/// `value` for a message. Lists and objects are only called so: how deep they are is for the file to say, and writing
/// them out takes as deep a stack.
std::string shown(const json& value) {
    if (value.is_structured()) return std::string("an ") + value.type_name();
    return value.dump(-1, ' ', true);
}

const NamedType& type_of(const std::string& tensor, const json& value) {
    const auto* const found = value.is_string()
                                  ? std::ranges::find(known_types, value.get<std::string>(), &NamedType::name)
                                  : known_types.end();
    if (found == known_types.end())
        throw Error(tensor + ": dtype " + shown(value) + " cannot be read; allowed: F32, F64, I64");
    return *found;
}

std::vector<std::size_t> sizes_of(const std::string& tensor, const char* entry, const json& value) {
    if (!value.is_array()) throw Error(tensor + ": " + entry + " is not a list");
    std::vector<std::size_t> sizes;
    for (const json& size : value) {
        if (!size.is_number_unsigned() || size.get<std::uint64_t>() > std::numeric_limits<std::size_t>::max())
            throw Error(tensor + ": " + entry + " holds " + shown(size) + "; allowed: sizes from 0 on");
        sizes.push_back(size.get<std::size_t>());
    }
    return sizes;
}

/// Whether `shape` asks for exactly `bytes` bytes in numbers of `size` bytes.
bool fits(const std::vector<std::size_t>& shape, std::size_t size, std::size_t bytes) {
    if (std::ranges::find(shape, std::size_t{0}) != shape.end()) return bytes == 0;
    if (bytes % size != 0) return false;
    std::size_t left = bytes / size;
    for (const std::size_t axis : shape) {
        if (left % axis != 0) return false;
        left /= axis;
    }
    return left == 1;
}

Place place_of(const std::string& name, const json& value) {
    const std::string tensor = polarize::quoted(name);
    if (!value.is_object()) throw Error(tensor + ": not a JSON object");
    Place place{.name = name, .type = &type_of(tensor, entry_of(tensor, value, "dtype")), .shape = {}};
    place.shape = sizes_of(tensor, "shape", entry_of(tensor, value, "shape"));
    const std::vector<std::size_t> offsets = sizes_of(tensor, "data_offsets", entry_of(tensor, value, "data_offsets"));
    if (offsets.size() != 2 || offsets[0] > offsets[1])
        throw Error(tensor + ": data_offsets are not a beginning and an end after it");
    place.begin = offsets[0];
    place.end = offsets[1];
    if (!fits(place.shape, place.type->size, place.end - place.begin))
        throw Error(tensor + ": data_offsets hold " + std::to_string(place.end - place.begin) + " bytes; shape " +
                    shape_text(place.shape) + " of " + std::string(place.type->name) + " asks for others");
    return place;
}

std::map<std::string, std::string> metadata_of(const json& value) {
    std::map<std::string, std::string> metadata;
    if (!value.is_object()) throw Error("__metadata__: not a JSON object");
    for (const auto& [name, text] : value.items()) {
        if (!text.is_string()) throw Error("__metadata__: " + polarize::quoted(name) + " is not text");
        metadata[name] = text.get<std::string>();
    }
    return metadata;
}

/// Complains unless the tensors follow each other from the first byte to the last.
void check_places(std::vector<Place>& places, std::size_t data_size) {
    std::ranges::sort(places, {}, [](const Place& place) { return std::pair(place.begin, place.end); });
    std::size_t end = 0;
    for (const Place& place : places) {
        if (place.begin != end)
            throw Error(polarize::quoted(place.name) + ": data_offsets begin at " + std::to_string(place.begin) +
                        "; allowed: where the tensor before ends, " + std::to_string(end));
        if (place.end > data_size)
            throw Error(polarize::quoted(place.name) + ": data_offsets end at " + std::to_string(place.end) +
                        ", beyond the file's " + std::to_string(data_size) + " bytes of data");
        end = place.end;
    }
    if (end != data_size)
        throw Error("data: " + std::to_string(data_size - end) + " bytes follow the last tensor; allowed: none");
}

double exact_double(const std::string& name, std::int64_t value) {
    constexpr std::int64_t largest = std::int64_t{1} << 53;
    if (value < -largest || value > largest)
        throw Error(polarize::quoted(name) + ": " + std::to_string(value) + " is not exact as a double");
    return static_cast<double>(value);
}

template <class T, class Convert>
std::vector<double> numbers(std::span<const std::byte> bytes, const Convert& convert) {
    std::vector<double> result(bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < result.size(); ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        result[i] = convert(value);
    }
    return result;
}

std::vector<double> numbers_of(const Place& place, std::span<const std::byte> bytes) {
    switch (place.type->type) {
        case TensorType::f32: return numbers<float>(bytes, [](float x) { return static_cast<double>(x); });
        case TensorType::f64: return numbers<double>(bytes, [](double x) { return x; });
        case TensorType::i64:
            return numbers<std::int64_t>(bytes, [&](std::int64_t x) { return exact_double(place.name, x); });
    }
    throw Error(polarize::quoted(place.name) + ": dtype cannot be read");
}

template <class T>
void append(std::vector<std::byte>& bytes, const std::vector<double>& values) {
    for (const double value : values) {
        const auto stored = std::bit_cast<std::array<std::byte, sizeof(T)>>(static_cast<T>(value));
        bytes.insert(bytes.end(), stored.begin(), stored.end());
    }
}

void append_numbers(std::vector<std::byte>& bytes, const SafeTensor& tensor) {
    switch (tensor.type) {
        case TensorType::f32: append<float>(bytes, tensor.array.data); break;
        case TensorType::f64: append<double>(bytes, tensor.array.data); break;
        case TensorType::i64: append<std::int64_t>(bytes, tensor.array.data); break;
    }
}

std::string header_of(const Safetensors& file) {
    json header = json::object();
    if (!file.metadata.empty()) header[metadata_name] = file.metadata;
    std::size_t offset = 0;
    for (const auto& [name, tensor] : file.tensors) {
        const NamedType& type = row_of(tensor.type);
        const std::size_t end = offset + tensor.array.data.size() * type.size;
        header[name] = {{"dtype", type.name}, {"shape", tensor.array.shape}, {"data_offsets", {offset, end}}};
        offset = end;
    }
    std::string text = header.dump();
    text.resize((text.size() + length_size - 1) / length_size * length_size, ' ');  // so that the data are aligned
    return text;
}

}  // namespace

Safetensors parse_safetensors(std::span<const std::byte> bytes) {
    if (bytes.size() < length_size) throw Error("header: the file ends before its length");
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), length_size);
    if (length > longest_header || length > bytes.size() - length_size)
        throw Error("header: length " + std::to_string(length) + " is more than the file's " +
                    std::to_string(bytes.size()) + " bytes hold; is this a .safetensors file?");
    const auto header_size = static_cast<std::size_t>(length);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data() + length_size), header_size);
    const std::span<const std::byte> data = bytes.subspan(length_size + header_size);

    Safetensors file;
    std::vector<Place> places;
    const json header = parse_header(text);
    for (const auto& [name, value] : header.items()) {
        if (name == metadata_name) file.metadata = metadata_of(value);
        else places.push_back(place_of(name, value));
    }
    check_places(places, data.size());
    for (const Place& place : places)
        file.tensors[place.name] = {
            place.type->type, {place.shape, numbers_of(place, data.subspan(place.begin, place.end - place.begin))}};
    return file;
}

std::vector<std::byte> format_safetensors(const Safetensors& file) {
    const std::string header = header_of(file);
    const auto length = std::bit_cast<std::array<std::byte, length_size>>(static_cast<std::uint64_t>(header.size()));
    std::vector<std::byte> bytes(length.size() + header.size());
    std::ranges::copy(std::as_bytes(std::span(header)), std::ranges::copy(length, bytes.begin()).out);
    for (const auto& [name, tensor] : file.tensors) append_numbers(bytes, tensor);
    return bytes;
}

}  // namespace polarize
