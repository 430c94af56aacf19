# `cmake --install`: the headers, the static library, and what find_package(polarize) reads in another project.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# Within the build tree, too, the headers can be included as <polarize/...>.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/core ${PROJECT_BINARY_DIR}/include/polarize SYMBOLIC)
target_include_directories(
  polarize
  PUBLIC $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
         $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/polarize>)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/polarize)
install(TARGETS polarize EXPORT polarizeTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})

# The public headers are polarize.hpp and those it names.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS core/polarize.hpp)
file(STRINGS core/polarize.hpp include_lines REGEX "^#include \"")
set(public_headers polarize.hpp)
foreach(line IN LISTS include_lines)
  string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" header "${line}")
  list(APPEND public_headers ${header})
endforeach()
foreach(header IN LISTS public_headers)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES core/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/polarize/${folder})
endforeach()

install(EXPORT polarizeTargets NAMESPACE polarize:: DESTINATION ${package_folder})

configure_package_config_file(cmake/polarizeConfig.cmake.in ${PROJECT_BINARY_DIR}/polarizeConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/polarizeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/polarizeConfig.cmake ${PROJECT_BINARY_DIR}/polarizeConfigVersion.cmake
        DESTINATION ${package_folder})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/polarize)
