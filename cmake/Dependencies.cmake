# The libraries that native and WebAssembly builds share, under the same target names in both.

if(DEFINED ENV{POLARIZE_TOOLCHAIN})
  set(toolchain_default $ENV{POLARIZE_TOOLCHAIN})
else()
  set(toolchain_default ${PROJECT_SOURCE_DIR}/.toolchain)
endif()
set(POLARIZE_TOOLCHAIN_DIR ${toolchain_default} CACHE PATH "Where scripts/setup installed the private tool chain")
set(POLARIZE_IMGUI_DIR ${POLARIZE_TOOLCHAIN_DIR}/imgui CACHE PATH "The sources of Dear ImGui")
set(POLARIZE_IMPLOT_DIR ${POLARIZE_TOOLCHAIN_DIR}/implot CACHE PATH "The sources of ImPlot")

find_package(xsimd 13 MODULE REQUIRED)

if(EMSCRIPTEN)
  # No package of the system may be searched for in a WebAssembly build, so the header-only ones come by way of links.
  foreach(header_only Eigen3::Eigen nlohmann_json::nlohmann_json)
    add_library(${header_only} INTERFACE IMPORTED)
    target_include_directories(${header_only} INTERFACE ${POLARIZE_TOOLCHAIN_DIR}/include)
  endforeach()
else()
  find_package(Eigen3 3.4 REQUIRED NO_MODULE)
  find_package(Threads REQUIRED)
  # The library alone reads and writes no JSON.
  if(POLARIZE_BUILD_PROGRAMS OR POLARIZE_BUILD_TESTS)
    find_package(nlohmann_json 3.11 REQUIRED)
  endif()
endif()

if(POLARIZE_BUILD_TESTS)
  include(GoogleTest)
  if(EMSCRIPTEN)
    include(WasmGoogleTest)
  else()
    find_package(GTest 1.12 REQUIRED)
  endif()
endif()
