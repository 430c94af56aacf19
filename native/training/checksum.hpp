#pragma once

#include <string>
#include <vector>

#include "arrays/safetensors.hpp"

namespace polarize::native {

/// The metadata entry that holds a file's checksum.
inline constexpr const char* checksum_name = "polarize.checksum";

/// "crc32:89abcdef" over the metadata (but for the checksum's own) and the names, types, shapes and numbers of
/// `tensors`, which are in the order of their names: whatever the layout of the file, any single flipped bit gives
/// another one.
std::string checksum_of(const Metadata& metadata, const std::vector<TensorView>& tensors);

}  // namespace polarize::native
