#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <polarize/catalogue.hpp>

namespace polarize {

/// The checked values of one experiment's parameters: always complete, always within their ranges.
class Params {
  public:
    /// The defaults of `experiment`, which must outlive this object (rows of the catalogue do).
    explicit Params(const Experiment& experiment);

    const Experiment& experiment() const { return *experiment_; }

    /// Sets `name` from text: a number, or the name of a choice. Throws Error and changes nothing when there is no such
    /// parameter, the text is not of its kind or the value is out of its range.
    void set(std::string_view name, std::string_view text);

    /// Sets `name` from a number (a choice by its index), with the same checks.
    void set(std::string_view name, double value);

    /// The value of `name`; a choice's index. Throws Error when there is no such parameter.
    double real(std::string_view name) const;
    std::int64_t integer(std::string_view name) const;
    /// The chosen name of the choice `name`.
    std::string_view choice(std::string_view name) const;

    /// The value as text that `set` reads back to the same bits.
    std::string text(std::string_view name) const;

    /// Whether the experiment has a parameter of that name.
    bool has(std::string_view name) const { return experiment_->find(name) != nullptr; }

    /// Whether `name` was set, even to its default.
    bool is_set(std::string_view name) const;

    /// The first condition of `name` that these values do not meet, so that its value has no effect; nullptr where it
    /// has one. Conditions on the choice `varied`, which a study may give every value, are passed over.
    const Condition* unmet_condition(std::string_view name, std::string_view varied = {}) const;

    /// Writes every value into the member of `configuration` that its row binds. Below this no parameter is looked up
    /// by its name.
    template <class Configuration>
    void write(Configuration& configuration) const {
        for (std::size_t i = 0; i < values_.size(); ++i)
            experiment_->parameters[i].binding.store(configuration, values_[i]);
    }

    /// Sets the parameter that binds the member at the end of a path, with the same checks as by its name.
    template <auto... Path>
    void set_member(const MemberOf<Path...>& value) {
        set(Binding::to<Path...>(), static_cast<double>(value));
    }
    /// Whether that parameter was set, even to its default.
    template <auto... Path>
    bool is_member_set() const {
        return is_set(Binding::to<Path...>());
    }
    void set(const Binding& member, double value);
    bool is_set(const Binding& member) const;

    /// Values in the order of the catalogue's row.
    const std::vector<double>& values() const { return values_; }

    bool operator==(const Params&) const = default;

  private:
    std::size_t index(std::string_view name) const;
    std::size_t index(const Binding& member) const;
    void set_at(std::size_t index, double value);

    const Experiment* experiment_;
    std::vector<double> values_;
    std::vector<bool> set_;
};

/// The loss that a flow of these parameters minimises.
Loss loss_of(const Params& params);

}  // namespace polarize
