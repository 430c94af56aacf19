# `cmake --install`: the public headers, the static library, and what find_package(polarize) and pkg-config read in another
# project.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/polarize)
install(
  TARGETS polarize
  EXPORT polarizeTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT polarizeTargets NAMESPACE polarize:: DESTINATION ${package_folder})

configure_package_config_file(cmake/polarizeConfig.cmake.in ${PROJECT_BINARY_DIR}/polarizeConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/polarizeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/polarizeConfig.cmake ${PROJECT_BINARY_DIR}/polarizeConfigVersion.cmake
        DESTINATION ${package_folder})

# The prefix is found from where the file lies, so an installation can be moved.
file(RELATIVE_PATH prefix_from_pkgconfig /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/polarize.pc.in ${PROJECT_BINARY_DIR}/polarize.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/polarize.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET polarize_cli)
  install(TARGETS polarize_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set(manual_folder ${PROJECT_BINARY_DIR}/manual)
  install(FILES ${manual_folder}/polarize.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${manual_folder}/polarize.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME polarize)
  install(FILES ${manual_folder}/_polarize DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${manual_folder}/polarize.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/polarize)
