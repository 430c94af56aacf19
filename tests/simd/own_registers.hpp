#pragma once

// Whether the tests themselves are compiled for SIMD registers: xsimd takes every WebAssembly build for one that has
// them.

#include <xsimd/xsimd.hpp>

#if !defined(XSIMD_NO_SUPPORTED_ARCHITECTURE) && (!defined(__wasm__) || defined(__wasm_simd128__))
#define POLARIZE_TESTS_HAVE_REGISTERS
#endif
