#pragma once

#include <string_view>

namespace polarize::native {

// What a checkpoint's metadata and tensors are called.

inline constexpr std::string_view checkpoint_prefix = "checkpoint.";
inline constexpr const char* version_name = "polarize.checkpoint";
inline constexpr const char* experiment_name = "polarize.experiment";
inline constexpr const char* inputs_name = "polarize.inputs";
inline constexpr std::string_view parameter_prefix = "polarize.parameter.";

/// The version without a checksum, and the one that is written.
inline constexpr std::string_view unchecked_version = "1";
inline constexpr std::string_view present_version = "2";

}  // namespace polarize::native
