# The instruction sets that kernels are compiled for. This table is their only list: the objects, the table of the program
# (simd/isa_table.hpp), its dispatch, benchmarks and tests come from it.
#
# polarize_isa(<name> ON <target> [ARCH <type>] [GROUP_ARCH <type>] [NN_ARCH <type>] TILE <rows> <packs> [FLAGS <flag>...]
#              [FLOW_FLAGS <flag>...] [NN_FLAGS <flag>...] [RUNS_IF <expression>])
#   ON          what is compiled for: any, x86, arm64, or a variant of WebAssembly, wasm-simd or wasm-relaxed
#   ARCH        xsimd's name of the set; without one, the scalar twin
#   GROUP_ARCH  the registers for small models, which are chains of operations on eight doubles (default ARCH): where the widest
#               registers take longer to exchange their halves, narrower ones
#   NN_ARCH     the registers of the kernels of transformers (default ARCH)
#   TILE        the register tile of their matrix products: rows times packs of columns
#   FLAGS       the compiler's flags for all kernels, FLOW_FLAGS and NN_FLAGS for those of flows and of transformers besides
#   RUNS_IF     whether the machine at hand runs the set, in C++, where `machine()` is what xsimd found out about it;
#               without it, every machine that the program starts on does
# Rows stand from the slowest to the fastest, of which the last that runs is used.

include(CheckCXXSourceCompiles)

# What this build compiles for, by what the compiler says.
if(EMSCRIPTEN)
  set(polarize_isa_targets any wasm-simd wasm-relaxed)
else()
  check_cxx_source_compiles("#ifndef __x86_64__\n#error\n#endif\nint main() {}" POLARIZE_TARGETS_X86)
  check_cxx_source_compiles("#ifndef __aarch64__\n#error\n#endif\nint main() {}" POLARIZE_TARGETS_ARM64)
  set(polarize_isa_targets any)
  if(POLARIZE_TARGETS_X86)
    list(APPEND polarize_isa_targets x86)
  elseif(POLARIZE_TARGETS_ARM64)
    list(APPEND polarize_isa_targets arm64)
  endif()
endif()

set(POLARIZE_ISAS)
function(polarize_isa name)
  cmake_parse_arguments(PARSE_ARGV 1 row "" "ON;ARCH;GROUP_ARCH;NN_ARCH;RUNS_IF" "TILE;FLAGS;FLOW_FLAGS;NN_FLAGS")
  if(NOT row_ON IN_LIST polarize_isa_targets)
    return()
  endif()
  if(NOT DEFINED row_GROUP_ARCH)
    set(row_GROUP_ARCH ${row_ARCH})
  endif()
  if(NOT DEFINED row_NN_ARCH)
    set(row_NN_ARCH ${row_ARCH})
  endif()
  if(NOT DEFINED row_RUNS_IF)
    set(row_RUNS_IF true)
  endif()
  foreach(field ON ARCH GROUP_ARCH NN_ARCH TILE FLAGS FLOW_FLAGS NN_FLAGS RUNS_IF)
    set(isa_${name}_${field} "${row_${field}}" PARENT_SCOPE)
  endforeach()
  set(POLARIZE_ISAS ${POLARIZE_ISAS} ${name} PARENT_SCOPE)
endfunction()

polarize_isa(scalar ON any TILE 4 2)

polarize_isa(sse2 ON x86 ARCH xsimd::sse2 TILE 6 2 FLAGS -msse2)
# With the fused multiply-add that the kernels of transformers use.
polarize_isa(avx2 ON x86 ARCH xsimd::avx2 NN_ARCH xsimd::fma3<xsimd::avx2> TILE 6 2 FLAGS -mavx2 NN_FLAGS -mfma
             RUNS_IF "machine().fma3_avx2 != 0")
# Of the machines with AVX-512, the tuning is for Zen, whose chains of dependent operations it shortens by 2 %.
polarize_isa(avx512 ON x86 ARCH xsimd::avx512bw GROUP_ARCH xsimd::avx2 TILE 12 2
             FLAGS -mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512vl FLOW_FLAGS -mtune=znver3
             RUNS_IF "machine().avx512bw != 0")

# Every 64-bit ARM processor has it, with 32 registers and fused multiply-add.
polarize_isa(neon64 ON arm64 ARCH xsimd::neon64 TILE 8 2)

polarize_isa(simd128 ON wasm-simd ARCH xsimd::wasm TILE 4 2 FLAGS -msimd128)
polarize_isa(relaxed_simd ON wasm-relaxed ARCH xsimd::wasm TILE 4 2 FLAGS -msimd128 -mrelaxed-simd)

# The C++ register type of a row's field ARCH, GROUP_ARCH or NN_ARCH.
function(polarize_register_type result element name field)
  if(isa_${name}_${field})
    set(${result} "xsimd::batch<${element}, ${isa_${name}_${field}}>" PARENT_SCOPE)
  else()
    set(${result} "polarize::ScalarPack<${element}>" PARENT_SCOPE)
  endif()
endfunction()

# polarize_write_isa_table(<folder> <name>...): <folder>/simd/isa_table.hpp, which holds these sets.
function(polarize_write_isa_table folder)
  set(rows)
  foreach(name ${ARGN})
    string(REPLACE "_" "-" text ${name})
    string(APPEND rows " \\\n    row(${name}, \"${text}\", ${isa_${name}_RUNS_IF})")
  endforeach()
  list(GET ARGN -1 fastest)
  file(
    CONFIGURE OUTPUT ${folder}/simd/isa_table.hpp
    CONTENT
      "// Written by cmake/isas.cmake from its table; change that.
#pragma once

/// Calls row(name, text, runs) for each instruction set that this library holds, from the slowest to the fastest: its
/// name in C++ and for people, and whether `machine()`, as xsimd describes it, runs it.
#define POLARIZE_ISA_TABLE(row)@rows@

#define POLARIZE_FASTEST_ISA @fastest@
"
    @ONLY)
endfunction()

# polarize_add_kernels(<library> <name>...): the kernels of these sets and the table of them become part of the library.
function(polarize_add_kernels library)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${library}_isas)
  polarize_write_isa_table(${folder} ${ARGN})
  target_include_directories(${library} PRIVATE ${folder})
  foreach(name ${ARGN})
    if(NOT TARGET polarize_flow_kernels_${name})
      polarize_compile_kernels(${name})
    endif()
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:polarize_flow_kernels_${name}> $<TARGET_OBJECTS:polarize_nn_kernels_${name}>)
  endforeach()
endfunction()

# The generic kernels compiled for one set: polarize_flow_kernels_<name> and polarize_nn_kernels_<name>.
function(polarize_compile_kernels name)
  polarize_register_type(registers double ${name} ARCH)
  polarize_register_type(group_registers double ${name} GROUP_ARCH)
  add_library(polarize_flow_kernels_${name} OBJECT ${PROJECT_SOURCE_DIR}/core/src/flow/kernels/kernels_isa.cpp)
  target_compile_definitions(
    polarize_flow_kernels_${name} PRIVATE POLARIZE_ISA_NAMESPACE=${name} "POLARIZE_REGISTER=${registers}"
                                          "POLARIZE_GROUP_REGISTER=${group_registers}")
  target_compile_options(polarize_flow_kernels_${name} PRIVATE ${isa_${name}_FLAGS} ${isa_${name}_FLOW_FLAGS})

  polarize_register_type(registers T ${name} NN_ARCH)
  list(GET isa_${name}_TILE 0 rows)
  list(GET isa_${name}_TILE 1 packs)
  add_library(polarize_nn_kernels_${name} OBJECT ${PROJECT_SOURCE_DIR}/core/src/nn/kernels/kernels_isa.cpp)
  target_compile_definitions(
    polarize_nn_kernels_${name} PRIVATE POLARIZE_ISA_NAMESPACE=nn_${name} "POLARIZE_REGISTER=${registers}"
                                        POLARIZE_TILE_ROWS=${rows} POLARIZE_TILE_PACKS=${packs})
  target_compile_options(polarize_nn_kernels_${name} PRIVATE ${isa_${name}_FLAGS} ${isa_${name}_NN_FLAGS})

  foreach(kernels polarize_flow_kernels_${name} polarize_nn_kernels_${name})
    target_include_directories(${kernels} PRIVATE ${PROJECT_SOURCE_DIR}/core/include ${PROJECT_SOURCE_DIR}/core/src)
    target_link_libraries(${kernels} PRIVATE polarize_options xsimd::xsimd)
  endforeach()
endfunction()
