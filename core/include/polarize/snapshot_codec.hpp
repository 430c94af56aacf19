#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <polarize/snapshot.hpp>
#include <polarize/training_snapshot.hpp>

namespace polarize {

// Snapshots as bytes, for the way from an engine's worker to the page: little-endian, lengths before contents.

std::vector<std::byte> encode(const Snapshot& snapshot);
std::vector<std::byte> encode(const TrainingSnapshot& snapshot);

/// The snapshot that `encode` wrote. Throws Error when the bytes are not such a snapshot; nothing is read beyond them.
Snapshot decode(std::span<const std::byte> bytes);
TrainingSnapshot decode_training(std::span<const std::byte> bytes);

}  // namespace polarize
