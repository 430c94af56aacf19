# Programs that link the core. WebAssembly has three variants of it, which differ in the instructions they use: scalar, simd and
# relaxed. Only kernels, and what chooses among them, are compiled more than once; every other object is shared by all variants
# and compiled without SIMD. A native build has one library, polarize, that chooses its kernels as it runs.

if(EMSCRIPTEN)
  set(POLARIZE_VARIANTS scalar simd relaxed)
  set(variant_flags_scalar "")
  set(variant_flags_simd -msimd128)
  set(variant_flags_relaxed -msimd128 -mrelaxed-simd)
  foreach(variant ${POLARIZE_VARIANTS})
    add_library(polarize_variant_${variant} INTERFACE)
    target_compile_options(polarize_variant_${variant} INTERFACE ${variant_flags_${variant}})
    target_link_options(polarize_variant_${variant} INTERFACE ${variant_flags_${variant}})
    foreach(isa ${POLARIZE_ISAS})
      if(isa_${isa}_ON STREQUAL any OR isa_${isa}_ON STREQUAL wasm-${variant})
        list(APPEND POLARIZE_ISAS_${variant} ${isa})
      endif()
    endforeach()
    # What `cmake --build --target wasm-<variant>` makes: every program of this variant.
    add_custom_target(wasm-${variant})
  endforeach()
endif()

# add_core_programs(<name> <source>... [PER_VARIANT <source>...] [LINK <library>...]): the program <name> natively, the programs
# <name>-<variant> for WebAssembly. PER_VARIANT are the sources whose code depends on the instruction set. Sets
# <name>_programs to the targets.
function(add_core_programs name)
  cmake_parse_arguments(PARSE_ARGV 1 program "" "" "PER_VARIANT;LINK")
  set(sources ${program_UNPARSED_ARGUMENTS})
  if(NOT EMSCRIPTEN)
    add_executable(${name} ${sources} ${program_PER_VARIANT})
    target_link_libraries(${name} PRIVATE ${program_LINK} polarize_public polarize_options)
    set(${name}_programs ${name} PARENT_SCOPE)
    return()
  endif()
  if(sources)
    add_library(${name}-objects OBJECT EXCLUDE_FROM_ALL ${sources})
    target_link_libraries(${name}-objects PRIVATE ${program_LINK} polarize_public polarize_options)
    set(sources $<TARGET_OBJECTS:${name}-objects>)
  endif()
  set(programs)
  foreach(variant ${POLARIZE_VARIANTS})
    set(program ${name}-${variant})
    add_executable(${program} ${sources} ${program_PER_VARIANT})
    target_link_libraries(${program} PRIVATE ${program_LINK} polarize_public polarize_options polarize_${variant}
                                             polarize_variant_${variant})
    add_dependencies(wasm-${variant} ${program})
    list(APPEND programs ${program})
  endforeach()
  set(${name}_programs ${programs} PARENT_SCOPE)
endfunction()
