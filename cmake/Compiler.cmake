# How all code of the project is compiled. Target polarize_options carries what own code gets beyond third-party code.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The code is kept free of the warnings of clang. Other compilers, and projects that this one is part of, only see theirs.
set(warnings_are_errors OFF)
if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(warnings_are_errors ON)
endif()
option(POLARIZE_WARNINGS_AS_ERRORS "Treat warnings in the project's own code as errors" ${warnings_are_errors})
set(POLARIZE_SANITIZERS "" CACHE STRING "Sanitizers to build with, as -fsanitize= takes them")
set(POLARIZE_WASM_SIMD "simd" CACHE STRING "WebAssembly instructions to use: scalar, simd or relaxed")
set_property(CACHE POLARIZE_WASM_SIMD PROPERTY STRINGS scalar simd relaxed)

add_library(polarize_options INTERFACE)
target_compile_options(polarize_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 finds the undefined registers of its own AVX-512 header uninitialised, and overlaps where its own library
  # joins strings.
  target_compile_options(polarize_options INTERFACE -Wno-uninitialized -Wno-maybe-uninitialized -Wno-restrict)
endif()
if(POLARIZE_WARNINGS_AS_ERRORS)
  target_compile_options(polarize_options INTERFACE -Werror)
endif()

# The same bits on every machine: no fused multiply-add unless written as such, and never -ffast-math.
target_compile_options(polarize_options INTERFACE -ffp-contract=off -fno-math-errno)

if(POLARIZE_SANITIZERS)
  add_compile_options(-fsanitize=${POLARIZE_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${POLARIZE_SANITIZERS})
endif()

if(EMSCRIPTEN)
  set(wasm_simd_flags_scalar "")
  set(wasm_simd_flags_simd -msimd128)
  set(wasm_simd_flags_relaxed -msimd128 -mrelaxed-simd)
  if(NOT DEFINED wasm_simd_flags_${POLARIZE_WASM_SIMD})
    message(FATAL_ERROR "POLARIZE_WASM_SIMD is '${POLARIZE_WASM_SIMD}'; allowed: scalar, simd, relaxed")
  endif()
  add_compile_options(${wasm_simd_flags_${POLARIZE_WASM_SIMD}} -fwasm-exceptions)
  add_link_options(-fwasm-exceptions)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=lld POLARIZE_HAVE_LLD)
  if(POLARIZE_HAVE_LLD)
    add_link_options(-fuse-ld=lld)
  endif()
endif()
