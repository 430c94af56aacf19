# `cmake --install`: the headers, the static library, and what find_package(polarize) reads in another project.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

target_include_directories(polarize PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/polarize)
install(TARGETS polarize EXPORT polarizeTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})

install(DIRECTORY core/include/polarize DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(EXPORT polarizeTargets NAMESPACE polarize:: DESTINATION ${package_folder})

configure_package_config_file(cmake/polarizeConfig.cmake.in ${PROJECT_BINARY_DIR}/polarizeConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/polarizeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/polarizeConfig.cmake ${PROJECT_BINARY_DIR}/polarizeConfigVersion.cmake
        DESTINATION ${package_folder})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/polarize)
