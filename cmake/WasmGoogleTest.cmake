# GoogleTest for WebAssembly, compiled from the sources that Debian's package installs, and node to run what links to it.

set(POLARIZE_GOOGLETEST_DIR /usr/src/googletest/googletest CACHE PATH "The sources of GoogleTest")
if(NOT EXISTS ${POLARIZE_GOOGLETEST_DIR}/src/gtest-all.cc)
  message(FATAL_ERROR "No sources of GoogleTest at ${POLARIZE_GOOGLETEST_DIR}: run scripts/setup")
endif()

add_library(wasm_gtest STATIC EXCLUDE_FROM_ALL ${POLARIZE_GOOGLETEST_DIR}/src/gtest-all.cc)
target_include_directories(wasm_gtest SYSTEM PUBLIC ${POLARIZE_GOOGLETEST_DIR}/include PRIVATE ${POLARIZE_GOOGLETEST_DIR})
target_compile_definitions(wasm_gtest PUBLIC GTEST_HAS_PTHREAD=0)
# Test programs read the reference arrays from the real file system, and end with the tests' exit code.
target_link_options(wasm_gtest INTERFACE -sNODERAWFS -sENVIRONMENT=node -sEXIT_RUNTIME -sALLOW_MEMORY_GROWTH -sSTACK_SIZE=1MB)
add_library(GTest::gtest ALIAS wasm_gtest)

add_library(wasm_gtest_main STATIC EXCLUDE_FROM_ALL ${POLARIZE_GOOGLETEST_DIR}/src/gtest_main.cc)
target_link_libraries(wasm_gtest_main PUBLIC wasm_gtest)
add_library(GTest::gtest_main ALIAS wasm_gtest_main)

find_program(POLARIZE_NODE node HINTS ${POLARIZE_TOOLCHAIN_DIR}/node/bin REQUIRED NO_CMAKE_FIND_ROOT_PATH)
set(CMAKE_CROSSCOMPILING_EMULATOR ${POLARIZE_NODE})

# Some releases of node hide relaxed SIMD behind an option that others do not know.
execute_process(
  COMMAND ${POLARIZE_NODE} --experimental-wasm-relaxed-simd --version
  RESULT_VARIABLE node_status
  OUTPUT_QUIET ERROR_QUIET)
if(node_status EQUAL 0)
  list(APPEND CMAKE_CROSSCOMPILING_EMULATOR --experimental-wasm-relaxed-simd)
endif()
