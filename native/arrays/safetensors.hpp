#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <polarize/array.hpp>
#include "arrays/safetensors_header.hpp"

namespace polarize {

/// The numbers of a tensor as they are stored; F16 and BF16 become floats, which hold them exactly.
using TensorNumbers = std::variant<std::vector<float>, std::vector<double>, std::vector<std::int64_t>>;

struct SafeTensor {
    std::vector<std::size_t> shape;
    TensorNumbers numbers;

    bool operator==(const SafeTensor&) const = default;
};

/// What a `.safetensors` file holds: tensors by name, and text by name that says what they are.
struct Safetensors {
    Metadata metadata;
    std::map<std::string, SafeTensor> tensors;

    bool operator==(const Safetensors&) const = default;
};

/// A tensor to be written, whose numbers are where they are used.
struct TensorView {
    std::string name;
    std::vector<std::size_t> shape;
    std::variant<std::span<const float>, std::span<const double>, std::span<const std::int64_t>> numbers;

    TensorType type() const;
    std::span<const std::byte> bytes() const;
};

/// The tensors of `file` in the order of their names.
std::vector<TensorView> views_of(const Safetensors& file);

/// Gives the next bytes of a file; fewer than asked for at its end only.
using ByteSource = std::function<std::size_t(std::span<std::byte>)>;

/// Takes the next bytes of a file.
using ByteTarget = std::function<void(std::string_view)>;

/// A `.safetensors` file that is read once from its beginning to its end: the length of the header (8 bytes,
/// little-endian), the header, the data.
class SafetensorsReader {
  public:
    /// Reads the header of a file of `size` bytes; of a pipe the size is not known. Throws Error; see
    /// parse_safetensors_header. Where the size is known, the data have it once this returns.
    SafetensorsReader(ByteSource source, std::optional<std::uint64_t> size);

    const SafetensorsHeader& header() const { return header_; }

    /// All tensors; to be called once. Throws Error where there are fewer or more data than the header says.
    Safetensors read();

  private:
    void read_exactly(std::span<std::byte> bytes, std::string_view what);
    template <class T>
    std::vector<T> numbers(const TensorEntry& tensor);
    std::vector<float> narrow_numbers(const TensorEntry& tensor);
    TensorNumbers numbers_of(const TensorEntry& tensor);

    ByteSource source_;
    SafetensorsHeader header_;
    bool size_is_known_;
};

/// Reads the bytes of a `.safetensors` file. Throws Error; see SafetensorsReader.
Safetensors parse_safetensors(std::span<const std::byte> bytes);

/// Writes a `.safetensors` file, tensors in the order of their names: nothing of the numbers is copied.
void write_safetensors(const ByteTarget& target, const Metadata& metadata, std::vector<TensorView> tensors);

/// The bytes of such a file.
std::vector<std::byte> format_safetensors(const Safetensors& file);

/// The numbers of a tensor as doubles. Throws Error, which calls it `name`, for integers, which are no weights.
Array real_array(const std::string& name, SafeTensor tensor);

}  // namespace polarize
