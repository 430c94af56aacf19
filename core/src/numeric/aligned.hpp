#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

namespace polarize {

/// Bytes to which every buffer that kernels touch is aligned: one cache line, and one AVX-512 register.
inline constexpr std::size_t kAlignment = 64;

/// Standard allocator whose memory starts at a multiple of `kAlignment`.
template <class T>
struct AlignedAllocator {
    using value_type = T;

    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>& /*other*/) {}

    T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t{kAlignment}));
    }
    void deallocate(T* pointer, std::size_t /*count*/) { ::operator delete(pointer, std::align_val_t{kAlignment}); }

    template <class U>
    bool operator==(const AlignedAllocator<U>& /*other*/) const {
        return true;
    }
};

/// A vector of doubles that kernels may load with aligned instructions.
using AlignedVector = std::vector<double, AlignedAllocator<double>>;

}  // namespace polarize
