# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Run by CPack between the installation and the packing of it: what Debian's
# policy asks of a package and nobody else.

if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()

# The licence as a paragraph of Debian's form: indented, a dot in empty lines.
file(READ ${CPACK_LLBC_SOURCE_DIR}/LICENSE licence)
string(FIND "${licence}" "--- LLVM Exceptions" begin)
string(SUBSTRING "${licence}" ${begin} -1 exceptions)
string(REGEX REPLACE "\n\n+" "\n.\n" exceptions "${exceptions}")
string(STRIP "${exceptions}" exceptions)
string(REPLACE "\n" "\n " exceptions "${exceptions}")
set(copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: llvm-bitcode-linker
Comment:
 What is linked in has its licences in /usr/share/doc/llvm-bitcode-linker/licences.

Files: *
Copyright: 2026 the contributors of llvm-bitcode-linker
License: Apache-2.0-with-LLVM-exception
 On Debian systems the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
 .
 ${exceptions}
")

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(version ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(docs ${root}/share/doc/${package})
  file(MAKE_DIRECTORY ${docs})
  file(WRITE ${docs}/copyright "${copyright}")
  file(COPY ${CPACK_LLBC_SOURCE_DIR}/CHANGELOG.md DESTINATION ${docs})
  file(RENAME ${docs}/CHANGELOG.md ${docs}/changelog)
  file(WRITE ${docs}/changelog.Debian "${package} (${version}) unstable; urgency=medium

  * Release ${CPACK_PACKAGE_VERSION}; changelog.gz says what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  if(component STREQUAL runtime)
    file(WRITE ${root}/share/lintian/overrides/${package}
"# Relocations of LLVM's tables would be a quarter of the start-up time.
${package}: hardening-no-pie
")
  endif()
  file(GLOB pages ${root}/share/man/man1/*.1)
  execute_process(COMMAND gzip -9 --no-name ${pages}
    ${docs}/changelog ${docs}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
endforeach()
