#pragma once

// Kernel code is compiled once per instruction set. Each compilation puts it into a namespace of its own, so that no
// inline function compiled for one set can be merged by the linker with the same function compiled for another. Such
// headers use no inline functions of the standard library either, for the same reason.
#ifndef POLARIZE_ISA_NAMESPACE
#define POLARIZE_ISA_NAMESPACE baseline
#endif

#define POLARIZE_INLINE __attribute__((always_inline)) inline
