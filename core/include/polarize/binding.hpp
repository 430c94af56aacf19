#pragma once

#include <type_traits>
#include <utility>

namespace polarize {

namespace binding_detail {

/// Throws std::logic_error. Here without a body, so that faces that throw nothing can include this header.
[[noreturn]] void refuse_other_configuration();

/// The member of `object` at the end of a path of pointers to members.
template <auto First, auto... Rest>
constexpr auto& member(auto& object) {
    if constexpr (sizeof...(Rest) == 0) return object.*First;
    else return member<Rest...>(object.*First);
}

template <class Configuration, class Member>
Configuration configuration_of(Member Configuration::*);

template <auto First, auto...>
struct PathStart {
    using Configuration = decltype(configuration_of(First));
};

}  // namespace binding_detail

/// The type of the member at the end of a path of pointers to members.
template <auto... Path>
using MemberOf = std::remove_cvref_t<decltype(binding_detail::member<Path...>(
    std::declval<typename binding_detail::PathStart<Path...>::Configuration&>()))>;

namespace binding_detail {

/// Its address tells the struct apart from all others.
template <class Configuration>
inline constexpr char kTag = 0;

template <auto... Path>
void store(void* configuration, double value) {
    using Configuration = typename PathStart<Path...>::Configuration;
    using Member = MemberOf<Path...>;
    auto& target = member<Path...>(*static_cast<Configuration*>(configuration));
    if constexpr (std::is_enum_v<Member>) target = static_cast<Member>(static_cast<int>(value));
    else if constexpr (std::is_same_v<Member, bool>) target = value != 0;
    else target = static_cast<Member>(value);
}

template <auto... Path>
double load(const void* configuration) {
    using Configuration = typename PathStart<Path...>::Configuration;
    return static_cast<double>(member<Path...>(*static_cast<const Configuration*>(configuration)));
}

}  // namespace binding_detail

/// The member of a typed configuration that a row of the catalogue sets: a real, an integer, an enum or a switch.
/// Parameter values are numbers up to here, and typed from here on. Two bindings are equal when they name one member.
class Binding {
  public:
    /// Of nothing.
    constexpr Binding() = default;

    /// Of the member at the end of a path, e.g. to<&RunConfig::descent, &DescentConfig::lr>().
    template <auto... Path>
    static constexpr Binding to() {
        using Configuration = typename binding_detail::PathStart<Path...>::Configuration;
        return Binding(&binding_detail::kTag<Configuration>, binding_detail::store<Path...>,
                       binding_detail::load<Path...>);
    }

    /// Writes `value`, which the row has checked, into the member. Throws std::logic_error where the row belongs to
    /// another struct.
    template <class Configuration>
    void store(Configuration& configuration, double value) const {
        expect<Configuration>();
        store_(&configuration, value);
    }

    /// The member as the number that the row's value is.
    template <class Configuration>
    double load(const Configuration& configuration) const {
        expect<Configuration>();
        return load_(&configuration);
    }

    constexpr bool operator==(const Binding&) const = default;

  private:
    constexpr Binding(const void* tag, void (*store)(void*, double), double (*load)(const void*))
        : tag_(tag), store_(store), load_(load) {}

    template <class Configuration>
    void expect() const {
        if (tag_ != &binding_detail::kTag<Configuration>) binding_detail::refuse_other_configuration();
    }

    const void* tag_ = nullptr;
    void (*store_)(void*, double) = nullptr;
    double (*load_)(const void*) = nullptr;
};

}  // namespace polarize
