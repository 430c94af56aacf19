# Finds the headers of xsimd, first in the private tool chain, then in the system, and defines xsimd::xsimd.
# A module of our own because the configuration that Debian ships demands a second library (xtl) that nothing here uses.
find_path(
  xsimd_INCLUDE_DIR xsimd/xsimd.hpp
  HINTS ${POLARIZE_TOOLCHAIN_DIR}/include
  NO_CMAKE_FIND_ROOT_PATH)

if(xsimd_INCLUDE_DIR)
  file(STRINGS ${xsimd_INCLUDE_DIR}/xsimd/config/xsimd_config.hpp version_lines
       REGEX "^#define XSIMD_VERSION_(MAJOR|MINOR|PATCH) +[0-9]+")
  string(REGEX MATCHALL "[0-9]+" version_numbers "${version_lines}")
  list(JOIN version_numbers . xsimd_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  xsimd
  REQUIRED_VARS xsimd_INCLUDE_DIR
  VERSION_VAR xsimd_VERSION
  REASON_FAILURE_MESSAGE "Debian 12 has an older one: scripts/setup --library of polarize fetches it")
mark_as_advanced(xsimd_INCLUDE_DIR)

if(xsimd_FOUND AND NOT TARGET xsimd::xsimd)
  add_library(xsimd::xsimd INTERFACE IMPORTED)
  target_include_directories(xsimd::xsimd INTERFACE ${xsimd_INCLUDE_DIR})
endif()
