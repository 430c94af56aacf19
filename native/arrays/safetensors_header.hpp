#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace polarize {

/// How the numbers of a tensor are stored.
enum class TensorType : std::uint8_t { f16, bf16, f32, f64, i64 };

/// "F32" and so on, as headers have it.
std::string_view name(TensorType type);

/// Bytes of one number.
std::size_t size_of(TensorType type);

/// What a header says of a tensor.
struct TensorEntry {
    std::string name;
    TensorType type = TensorType::f32;
    std::vector<std::size_t> shape;
    std::uint64_t begin = 0;  ///< where its bytes are among the data
    std::uint64_t end = 0;
};

/// The text by name that says what a file is.
using Metadata = std::map<std::string, std::string>;

/// The header of a `.safetensors` file.
struct SafetensorsHeader {
    Metadata metadata;
    std::vector<TensorEntry> tensors;  ///< in the order of their data, which follow each other without gaps

    /// Bytes of all tensors.
    std::uint64_t data_size() const { return tensors.empty() ? 0 : tensors.back().end; }
};

/// The longest header that the format allows.
inline constexpr std::uint64_t max_header_size = 100'000'000;

/// Reads a header: a JSON object that has for every tensor its dtype (F16, BF16, F32, F64, I64), shape and
/// data_offsets, and nothing before or behind it but spaces. Throws Error, naming the tensor and the entry, when
/// anything does not fit: a key twice at any depth, a type that is not one of these, sizes that are not those of the
/// shape, offsets that overlap or leave a gap.
SafetensorsHeader parse_safetensors_header(std::string_view text);

/// The text of such a header, filled with spaces to a multiple of 8 bytes, so that the data are aligned.
std::string format_safetensors_header(const SafetensorsHeader& header);

}  // namespace polarize
