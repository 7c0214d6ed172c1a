# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the library with what find_package(llbc) and pkg-config need. The
# shared one is complete. The static one is a part of a program that brings LLVM
# and lld, as shared libraries or not.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

install(TARGETS llbc_shared LIBRARY COMPONENT runtime NAMELINK_COMPONENT devel)
install(TARGETS llbc ARCHIVE COMPONENT devel)
install(FILES ${PROJECT_SOURCE_DIR}/include/llbc.h TYPE INCLUDE COMPONENT devel)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/llbc TYPE INCLUDE COMPONENT devel)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/llbc)
set(generated ${PROJECT_BINARY_DIR}/packages)
get_target_property(LLBC_SOVERSION llbc_shared SOVERSION)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/packages/llbcConfig.cmake.in ${generated}/llbcConfig.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${generated}/llbcConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/llbcConfig.cmake ${generated}/llbcConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT devel)

# From the folder of the .pc file, so that an installed tree may be moved.
file(RELATIVE_PATH prefix_from_pc /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(JOIN " " llvm_flags ${llvm_definitions})
foreach(name llbc llbc-static)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/packages/${name}.pc.in ${generated}/${name}.pc @ONLY)
  install(FILES ${generated}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT devel)
endforeach()
