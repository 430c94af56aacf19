#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <polarize/array.hpp>

namespace polarize {

/// How the numbers of a tensor are stored.
enum class TensorType { f32, f64, i64 };

struct SafeTensor {
    TensorType type = TensorType::f32;
    Array array;

    bool operator==(const SafeTensor&) const = default;
};

/// What a `.safetensors` file holds: tensors by name, and text by name that says what they are.
struct Safetensors {
    std::map<std::string, std::string> metadata;
    std::map<std::string, SafeTensor> tensors;

    bool operator==(const Safetensors&) const = default;
};

/// Reads the bytes of a `.safetensors` file: the length of the header (8 bytes, little-endian), the header (JSON: for
/// every tensor its dtype, shape and data_offsets), the data. Types F32, F64 and I64. Throws Error, naming the tensor
/// and the entry, when anything does not fit: a name twice, a type that is not one of these, sizes that are not those
/// of the shape, offsets that overlap, leave a gap or do not end with the file, an integer that is not exact as a
/// double.
Safetensors parse_safetensors(std::span<const std::byte> bytes);

/// The bytes of a `.safetensors` file, tensors in the order of their names. Numbers must be exact in their type.
std::vector<std::byte> format_safetensors(const Safetensors& file);

}  // namespace polarize
