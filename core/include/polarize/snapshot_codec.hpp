#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <polarize/snapshot.hpp>

namespace polarize {

/// A snapshot as bytes, for the way from an engine's worker to the page: little-endian, lengths before contents.
std::vector<std::byte> encode(const Snapshot& snapshot);

/// The snapshot that `encode` wrote. Throws Error when the bytes are not such a snapshot; nothing is read beyond them.
Snapshot decode(std::span<const std::byte> bytes);

}  // namespace polarize
