# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What is installed beside programs and libraries, and CPack's packages of it:
# a .deb for each component, or one archive. scripts/package.sh makes both.

set(LLBC_MAINTAINER "llvm-bitcode-linker maintainers <maintainers@localhost>" CACHE STRING
  "Whom the Debian packages name: <name> <<address>>")

set(docs ${CMAKE_INSTALL_DATADIR}/doc/llvm-bitcode-linker)
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${docs})
install(FILES ${pages} DESTINATION ${docs}/docs)

# The licences of what is linked in, from the packages that it is linked from.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${docs}/licences RENAME llvm-bitcode-linker)
function(install_licence part package)
  set(file /usr/share/doc/${package}/copyright)
  if(EXISTS ${file})
    install(FILES ${file} DESTINATION ${docs}/licences RENAME ${part})
  else()
    message(STATUS "No licence of ${part} was found: packages need ${file}")
  endif()
endfunction()
if(NOT LLBC_SHARED_LLVM)
  install_licence(llvm llvm-22-dev)
  string(REGEX MATCH "^[0-9]+" gcc_major "${CMAKE_CXX_COMPILER_VERSION}")
  install_licence(libstdc++ libstdc++-${gcc_major}-dev)
endif()
install_licence(lld liblld-22-dev)
if(LLBC_PORTABLE)
  install_licence(zlib zlib1g-dev)
  install_licence(zstd libzstd-dev)
  install_licence(glibc libc6-dev)
  # The terms that those texts refer to.
  foreach(licence GPL-3 LGPL-2.1)
    if(EXISTS /usr/share/common-licenses/${licence})
      install(FILES /usr/share/common-licenses/${licence} DESTINATION ${docs}/licences)
    endif()
  endforeach()
endif()

get_cmake_property(CPACK_COMPONENTS_ALL COMPONENTS)
set(CPACK_PACKAGE_NAME llvm-bitcode-linker)
set(CPACK_PACKAGE_VENDOR llvm-bitcode-linker)
set(CPACK_PACKAGE_CONTACT "${LLBC_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "linker for GPU device code in LLVM bitcode")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME
  ${CPACK_PACKAGE_NAME}-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_THREADS 0)

# One archive with all components.
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/packages/Debian.cmake)
set(CPACK_LLBC_SOURCE_DIR ${PROJECT_SOURCE_DIR})

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME llvm-bitcode-linker)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/packages/triggers)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
"Links bitcode of rustc, clang or any other LLVM front end, keeps every kernel,
and writes PTX for NVIDIA GPUs, code objects for AMD GPUs or shared libraries
for x86-64; several images can be packed for a host program.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "rocm-device-libs, nvidia-cuda-toolkit")

set(CPACK_DEBIAN_DEVEL_PACKAGE_NAME libllbc-dev)
set(CPACK_DEBIAN_DEVEL_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVEL_PACKAGE_DEPENDS "llvm-bitcode-linker (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(CPACK_COMPONENT_DEVEL_DESCRIPTION
"Headers and libraries for programs in C and C++ that link LLVM bitcode for
GPUs in memory.")

include(CPack)
