#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace polarize {

/// The names that an enum's values have for people and in files, in the order of the enumerators. Every enum that a
/// parameter or a file can hold specialises it beside its definition:
///
///     enum class Until { t, log10t, tau };
///     template <>
///     inline constexpr auto kEnumNames<Until> = names_up_to<Until::tau>({"t", "log10t", "tau"});
template <class Enum>
inline constexpr std::array<std::string_view, 0> kEnumNames{};

/// `names` as an array, which does not compile unless there is one for each enumerator up to `Last`.
template <auto Last, std::size_t Count>
consteval std::array<std::string_view, Count> names_up_to(const std::string_view (&names)[Count]) {
    static_assert(Count == static_cast<std::size_t>(Last) + 1, "one name for each enumerator");
    return std::to_array(names);
}

/// A switch is a choice of two.
template <>
inline constexpr auto kEnumNames<bool> = names_up_to<true>({"off", "on"});

/// The name of `value`.
template <class Enum>
constexpr std::string_view enum_name(Enum value) {
    static_assert(!kEnumNames<Enum>.empty(), "the enum has no table of names");
    return kEnumNames<Enum>.at(static_cast<std::size_t>(value));
}

}  // namespace polarize
