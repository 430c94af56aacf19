# How all code of the project is compiled. Target polarize_options carries what own code gets beyond third-party code.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The code is kept free of the warnings of clang. Other compilers only show theirs; a project that this one is part of sees none.
option(POLARIZE_WARNINGS "Show warnings in the project's own code" ${PROJECT_IS_TOP_LEVEL})
set(warnings_are_errors OFF)
if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(warnings_are_errors ON)
endif()
option(POLARIZE_WARNINGS_AS_ERRORS "Treat warnings in the project's own code as errors" ${warnings_are_errors})
set(POLARIZE_SANITIZERS "" CACHE STRING "Sanitizers to build with, as -fsanitize= takes them")

add_library(polarize_options INTERFACE)
if(POLARIZE_WARNINGS)
  target_compile_options(polarize_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 finds the undefined registers of its own AVX-512 header uninitialised, and overlaps where its own library
    # joins strings.
    target_compile_options(polarize_options INTERFACE -Wno-uninitialized -Wno-maybe-uninitialized -Wno-restrict)
  endif()
endif()
if(POLARIZE_WARNINGS_AS_ERRORS)
  target_compile_options(polarize_options INTERFACE -Werror)
endif()

# Without a build type CMake optimises nothing, and the kernels would be a hundred times slower. What the user chose, by type or
# by flag, stays; the targets of a project that this one is part of are its own business.
get_property(has_several_types GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT has_several_types AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CXX_FLAGS MATCHES "(^| )[-/]O")
  message(STATUS "polarize: CMAKE_BUILD_TYPE is not set, so polarize is compiled as Release: ${CMAKE_CXX_FLAGS_RELEASE}")
  separate_arguments(release_flags NATIVE_COMMAND ${CMAKE_CXX_FLAGS_RELEASE})
  target_compile_options(polarize_options INTERFACE ${release_flags})
endif()

# The same bits on every machine: no fused multiply-add unless written as such, and never -ffast-math.
target_compile_options(polarize_options INTERFACE -ffp-contract=off -fno-math-errno)

if(POLARIZE_SANITIZERS)
  add_compile_options(-fsanitize=${POLARIZE_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${POLARIZE_SANITIZERS})
endif()

if(EMSCRIPTEN)
  add_compile_options(-fwasm-exceptions)
  add_link_options(-fwasm-exceptions)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=lld POLARIZE_HAVE_LLD)
  if(POLARIZE_HAVE_LLD)
    add_link_options(-fuse-ld=lld)
  endif()
endif()

# Builds of this project alone wait less: headers of other libraries are compiled once, and a compiler cache, where there is
# one, returns what was compiled before. Who brings a cache of their own has no precompiled headers, which would spoil its hits
# unless it is told about them as here.
set(POLARIZE_PRECOMPILE OFF)
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(POLARIZE_PRECOMPILE ON)
  find_program(POLARIZE_CCACHE ccache DOC "A compiler cache, for native builds")
  if(POLARIZE_CCACHE AND NOT EMSCRIPTEN)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${POLARIZE_CCACHE})
  endif()
endif()

# polarize_precompile(<target> <header>...) compiles these headers of other libraries once for the target, and
# polarize_precompile(<target> REUSE_FROM <other target>) takes those of another one that is compiled in the same way.
function(polarize_precompile target)
  if(NOT POLARIZE_PRECOMPILE)
    return()
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  if(ARGV1 STREQUAL "REUSE_FROM")
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
