#include "arrays/safetensors_header.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include <polarize/array.hpp>
#include <polarize/error.hpp>

namespace polarize {
namespace {

using nlohmann::json;

constexpr const char* metadata_name = "__metadata__";

struct NamedType {
    std::string_view name;
    TensorType type;
    std::size_t size;
};
constexpr std::array known_types{NamedType{"F16", TensorType::f16, 2}, NamedType{"BF16", TensorType::bf16, 2},
                                 NamedType{"F32", TensorType::f32, 4}, NamedType{"F64", TensorType::f64, 8},
                                 NamedType{"I64", TensorType::i64, 8}};

const NamedType& row_of(TensorType type) { return *std::ranges::find(known_types, type, &NamedType::type); }

[[noreturn]] void refuse(std::string_view field, std::string_view problem, std::string_view allowed = "") {
    throw refused(field, "", problem, allowed, ErrorCode::malformed);
}

/// Refuses a key that stands twice in one object, which the JSON reader takes for one.
class KeyCheck {
  public:
    bool operator()(int /*depth*/, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::object_start) seen_.emplace_back();
        if (event == json::parse_event_t::object_end) seen_.pop_back();
        if (event != json::parse_event_t::key) return true;
        const auto& key = parsed.get_ref<const std::string&>();
        if (!seen_.back().insert(key).second) refuse(polarize::quoted(key), "stands twice in the header", "once");
        return true;
    }

  private:
    std::vector<std::set<std::string>> seen_;  // of the objects that are open
};

json parse_json(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) refuse("header", "begins with a byte-order mark", "{");
    if (text.find('\0') != std::string_view::npos) refuse("header", "holds a NUL byte", "JSON, then spaces");
    try {
        json header = json::parse(text, KeyCheck());
        if (!header.is_object()) refuse("header", "not a JSON object");
        return header;
    } catch (const json::exception&) {
        refuse("header", "not JSON; is this a .safetensors file?");
    }
}

const json& entry_of(const std::string& tensor, const json& object, const char* entry) {
    const auto found = object.find(entry);
    if (found == object.end()) refuse(tensor, std::string("has no ") + entry);
    return *found;
}

/// `value` for a message. Lists and objects are only called so: how deep they are is for the file to say, and writing
/// them out takes as deep a stack.
std::string shown(const json& value) {
    if (value.is_structured()) return std::string("an ") + value.type_name();
    return value.dump(-1, ' ', true);
}

const NamedType& type_of(const std::string& tensor, const json& value) {
    const auto* const found =
        value.is_string() ? std::ranges::find(known_types, value.get_ref<const std::string&>(), &NamedType::name)
                          : known_types.end();
    if (found == known_types.end())
        throw refused(tensor, "dtype " + shown(value), "cannot be read", "F16, BF16, F32, F64, I64",
                      ErrorCode::malformed);
    return *found;
}

template <class Size>
std::vector<Size> sizes_of(const std::string& tensor, const std::string& entry, const json& value) {
    if (!value.is_array()) refuse(tensor, entry + " is not a list");
    std::vector<Size> sizes;
    for (const json& size : value) {
        if (!size.is_number_unsigned() || size.get<std::uint64_t>() > std::numeric_limits<Size>::max())
            refuse(tensor, entry + " holds " + shown(size), "sizes from 0 on");
        sizes.push_back(size.get<Size>());
    }
    return sizes;
}

/// Whether `shape` asks for exactly `bytes` bytes in numbers of `size` bytes.
bool fits(const std::vector<std::size_t>& shape, std::size_t size, std::uint64_t bytes) {
    if (std::ranges::find(shape, std::size_t{0}) != shape.end()) return bytes == 0;
    if (bytes % size != 0) return false;
    std::uint64_t left = bytes / size;
    for (const std::size_t axis : shape) {
        if (left % axis != 0) return false;
        left /= axis;
    }
    return left == 1;
}

TensorEntry tensor_of(const std::string& name, const json& value) {
    const std::string tensor = polarize::quoted(name);
    if (!value.is_object()) refuse(tensor, "not a JSON object");
    const NamedType& type = type_of(tensor, entry_of(tensor, value, "dtype"));
    TensorEntry entry{.name = name, .type = type.type, .shape = {}};
    entry.shape = sizes_of<std::size_t>(tensor, "shape", entry_of(tensor, value, "shape"));
    const auto offsets = sizes_of<std::uint64_t>(tensor, "data_offsets", entry_of(tensor, value, "data_offsets"));
    if (offsets.size() != 2 || offsets[0] > offsets[1])
        refuse(tensor, "data_offsets are not a beginning and an end after it");
    if (value.size() > 3) refuse(tensor, "has an entry that is not known", "dtype, shape, data_offsets");
    entry.begin = offsets[0];
    entry.end = offsets[1];
    if (!fits(entry.shape, type.size, entry.end - entry.begin))
        refuse(tensor, "data_offsets hold " + std::to_string(entry.end - entry.begin) + " bytes; shape " +
                           shape_text(entry.shape) + " of " + std::string(type.name) + " asks for others");
    return entry;
}

Metadata metadata_of(const json& value) {
    Metadata metadata;
    if (!value.is_object()) refuse(metadata_name, "not a JSON object");
    for (const auto& [name, text] : value.items()) {
        if (!text.is_string()) refuse(metadata_name, polarize::quoted(name) + " is not text");
        metadata[name] = text.get<std::string>();
    }
    return metadata;
}

/// Complains unless the tensors follow each other from the first byte on.
void check_order(const std::vector<TensorEntry>& tensors) {
    std::uint64_t end = 0;
    for (const TensorEntry& tensor : tensors) {
        if (tensor.begin != end)
            refuse(polarize::quoted(tensor.name), "data_offsets begin at " + std::to_string(tensor.begin),
                   "where the tensor before ends, " + std::to_string(end));
        end = tensor.end;
    }
}

}  // namespace

std::string_view name(TensorType type) { return row_of(type).name; }

std::size_t size_of(TensorType type) { return row_of(type).size; }

SafetensorsHeader parse_safetensors_header(std::string_view text) {
    SafetensorsHeader header;
    const json object = parse_json(text);
    for (const auto& [name, value] : object.items()) {
        if (name == metadata_name) header.metadata = metadata_of(value);
        else header.tensors.push_back(tensor_of(name, value));
    }
    std::ranges::sort(header.tensors, {},
                      [](const TensorEntry& tensor) { return std::pair(tensor.begin, tensor.end); });
    check_order(header.tensors);
    return header;
}

std::string format_safetensors_header(const SafetensorsHeader& header) {
    constexpr std::size_t alignment = 8;
    json object = json::object();
    if (!header.metadata.empty()) object[metadata_name] = header.metadata;
    for (const TensorEntry& tensor : header.tensors)
        object[tensor.name] = {
            {"dtype", name(tensor.type)}, {"shape", tensor.shape}, {"data_offsets", {tensor.begin, tensor.end}}};
    std::string text = object.dump();
    text.resize((text.size() + alignment - 1) / alignment * alignment, ' ');
    return text;
}

}  // namespace polarize
