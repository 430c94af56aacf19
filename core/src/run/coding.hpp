#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <polarize/array.hpp>
#include <polarize/error.hpp>
#include <polarize/history.hpp>
#include <polarize/run_facts.hpp>

// How snapshots become bytes and bytes snapshots: a snapshot's codec lists its fields, once for both ways.
namespace polarize::coding {

static_assert(std::endian::native == std::endian::little, "the format is the memory of a little-endian machine");

template <class T>
concept Number = std::integral<T> || std::floating_point<T> || std::is_enum_v<T>;

template <class T, class Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

// The fields of each struct, in the order they are written and read: one list serves both ways.

void fields(auto& coder, Is<Array> auto& array) {
    coder(array.shape);
    coder(array.data);
}
void fields(auto& coder, Is<Series> auto& series) {
    coder(series.name);
    coder(series.width);
    coder(series.values);
}
void fields(auto& coder, Is<History> auto& history) {
    coder(history.steps);
    coder(history.series);
}
void fields(auto& coder, Is<RunFacts> auto& run) {
    coder(run.experiment);
    coder(run.status);
    coder(run.step);
    coder(run.last_step);
    coder(run.progress);
    coder(run.diverged_step);
    coder(run.diverged_quantity);
    coder(run.stuck_reason);
    coder(run.isa);
}

/// The facts in a snapshot, const where it is.
template <class Snapshot>
auto& facts(Snapshot& snapshot) {
    return static_cast<std::conditional_t<std::is_const_v<Snapshot>, const RunFacts, RunFacts>&>(snapshot);
}

/// Appends values to a byte buffer.
class Writer {
  public:
    std::vector<std::byte> bytes;

    /// Integers travel as 64 bits, whatever the machine's own width.
    template <Number T>
    void operator()(const T& value) {
        if constexpr (std::floating_point<T>) raw(&value, sizeof value);
        else {
            const auto wide = static_cast<std::int64_t>(value);
            raw(&wide, sizeof wide);
        }
    }
    void operator()(const std::string& text) {
        (*this)(text.size());
        raw(text.data(), text.size());
    }
    void operator()(const std::vector<double>& values) {
        (*this)(values.size());
        raw(values.data(), values.size() * sizeof(double));
    }
    template <class T>
    void operator()(const std::vector<T>& values) {
        (*this)(values.size());
        for (const T& value : values) {
            if constexpr (Number<T>) (*this)(value);
            else fields(*this, value);
        }
    }
    template <class T>
    void operator()(const std::optional<T>& value) {
        (*this)(value.has_value());
        if (value) fields(*this, *value);
    }
    void operator()(const Arrays& arrays) {
        (*this)(arrays.size());
        for (const auto& [name, array] : arrays) {
            (*this)(name);
            fields(*this, array);
        }
    }

  private:
    void raw(const void* from, std::size_t count) {
        const auto* begin = static_cast<const std::byte*>(from);
        bytes.insert(bytes.end(), begin, begin + count);
    }
};

/// Takes values from bytes, never past their end.
class Reader {
  public:
    explicit Reader(std::span<const std::byte> bytes) : left_(bytes) {}

    template <Number T>
    void operator()(T& value) {
        if constexpr (std::floating_point<T>) raw(&value, sizeof value);
        else {
            std::int64_t wide = 0;
            raw(&wide, sizeof wide);
            value = static_cast<T>(wide);
            if (static_cast<std::int64_t>(value) != wide) throw damaged();  // more than a T holds
        }
    }
    void operator()(std::string& text) {
        text.resize(count(1));
        raw(text.data(), text.size());
    }
    void operator()(std::vector<double>& values) {
        values.resize(count(sizeof(double)));
        raw(values.data(), values.size() * sizeof(double));
    }
    template <class T>
    void operator()(std::vector<T>& values) {
        values.resize(count(sizeof(std::int64_t)));
        for (T& value : values) {
            if constexpr (Number<T>) (*this)(value);
            else fields(*this, value);
        }
    }
    template <class T>
    void operator()(std::optional<T>& value) {
        bool is_there = false;
        (*this)(is_there);
        if (is_there) fields(*this, value.emplace());
    }
    void operator()(Arrays& arrays) {
        for (std::size_t left = count(sizeof(std::int64_t)); left > 0; --left) {
            std::string name;
            (*this)(name);
            fields(*this, arrays[name]);
        }
    }
    void expect_end() const {
        if (!left_.empty()) throw damaged();
    }

  private:
    static Error damaged() {
        return refused("snapshot", "", "damaged bytes", "what encode made", ErrorCode::malformed);
    }

    /// A number of elements that take `width` bytes or more each; refused where the bytes that are left cannot hold
    /// them.
    std::size_t count(std::size_t width) {
        std::int64_t number = 0;
        (*this)(number);
        if (number < 0 || static_cast<std::uint64_t>(number) > left_.size() / width) throw damaged();
        return static_cast<std::size_t>(number);
    }
    void raw(void* to, std::size_t size) {
        if (size > left_.size()) throw damaged();
        if (size > 0) std::memcpy(to, left_.data(), size);
        left_ = left_.subspan(size);
    }

    std::span<const std::byte> left_;
};

/// Whether every series has its width at every sample.
inline bool is_consistent(const History& history) {
    const std::size_t samples = history.samples();
    return std::ranges::all_of(history.series, [&](const Series& series) {
        if (samples == 0) return series.values.empty();
        return series.values.size() % samples == 0 && series.values.size() / samples == series.width;
    });
}

/// Whether the arrays fill their shapes.
inline bool is_consistent(const Arrays& arrays) {
    return std::ranges::all_of(arrays, [](const auto& named) { return fills_shape(named.second); });
}

/// `value` behind `mark`, which names its format.
template <class T>
std::vector<std::byte> encoded(std::int64_t mark, const T& value) {
    Writer writer;
    writer(mark);
    fields(writer, value);
    return std::move(writer.bytes);
}

/// The snapshot that `encoded` wrote with the same mark, its sizes checked by `is_whole`. Throws Error.
template <class T, class IsWhole>
T decoded(std::int64_t mark, std::span<const std::byte> bytes, const IsWhole& is_whole) {
    Reader reader(bytes);
    std::int64_t found = 0;
    reader(found);
    if (found != mark)
        throw refused("snapshot", "", "unknown format", "what encode of this version made", ErrorCode::malformed);
    T snapshot;
    fields(reader, snapshot);
    reader.expect_end();
    if (!is_whole(snapshot))
        throw refused("snapshot", "", "sizes that contradict each other", "what encode made", ErrorCode::malformed);
    if (snapshot.status < RunStatus::running || snapshot.status > RunStatus::stuck)
        throw refused("snapshot", "", "unknown status", "running, finished, diverged, stuck", ErrorCode::malformed);
    return snapshot;
}

}  // namespace polarize::coding
