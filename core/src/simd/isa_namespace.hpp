#pragma once

// Kernel code is compiled once per instruction set. Each compilation puts it into a namespace of its own, so that no
// inline function compiled for one set can be merged by the linker with the same function compiled for another. Such
// headers use no inline functions of the standard library either, for the same reason.
#ifndef POLARIZE_ISA_NAMESPACE
#define POLARIZE_ISA_NAMESPACE baseline
#endif

// A kernel's steps become part of its loop, but for sanitizers, whose checks would make it too long for the compiler.
// What many kernels share and is long (a score map, the gradients of a loss) stays a function, [[gnu::noinline]]: that
// halves the time to compile and costs nothing that can be measured.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define POLARIZE_INLINE inline
#endif
#endif
#ifndef POLARIZE_INLINE
#define POLARIZE_INLINE __attribute__((always_inline)) inline
#endif
