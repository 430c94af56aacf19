#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <polarize/error.hpp>

namespace polarize {

/// What travels as words is copied as it lies in memory.
template <class T>
concept Wordable = std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::uint32_t) == 0;

/// Writes values as 32-bit words, for another worker of the same build to read in the same order.
class WordWriter {
  public:
    template <Wordable T>
    void put(const T& value) {
        put_all(std::span<const T>(&value, 1));
    }

    /// The values alone, not how many they are.
    template <Wordable T>
    void put_all(std::span<const T> values) {
        if (values.empty()) return;
        const std::size_t begin = words_.size();
        words_.resize(begin + values.size_bytes() / sizeof(std::uint32_t));
        std::memcpy(words_.data() + begin, values.data(), values.size_bytes());
    }

    std::vector<std::uint32_t> take() { return std::move(words_); }

  private:
    std::vector<std::uint32_t> words_;
};

/// Reads what a WordWriter wrote. Throws Error rather than read beyond the end.
class WordReader {
  public:
    explicit WordReader(std::span<const std::uint32_t> words) : left_(words) {}

    template <Wordable T>
    T take() {
        T value;
        copy(&value, sizeof(T));
        return value;
    }

    template <Wordable T>
    std::vector<T> take_all(std::uint64_t count) {
        if (count > left_.size_bytes() / sizeof(T)) throw too_short();
        std::vector<T> values(static_cast<std::size_t>(count));
        if (count > 0) copy(values.data(), values.size() * sizeof(T));
        return values;
    }

    bool at_end() const { return left_.empty(); }

  private:
    static Error too_short() { return Error{"words: they end too early; allowed: what a WordWriter wrote"}; }

    void copy(void* to, std::size_t bytes) {
        if (bytes > left_.size_bytes()) throw too_short();
        std::memcpy(to, left_.data(), bytes);
        left_ = left_.subspan(bytes / sizeof(std::uint32_t));
    }

    std::span<const std::uint32_t> left_;
};

}  // namespace polarize
