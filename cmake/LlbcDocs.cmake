# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The man page and the completions of bash, zsh and fish, made from the option
# tables. Python makes them; without it they are left out.

include(GNUInstallDirs)

set(LLBC_DOCS_DIR ${PROJECT_BINARY_DIR}/share)
find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_FOUND)
  message(STATUS "Python 3 was not found: there will be no man page and no shell completions")
  return()
endif()

set(generator ${PROJECT_SOURCE_DIR}/cmake/option_docs)
file(GLOB generator_files CONFIGURE_DEPENDS ${generator}/*.py)
file(GLOB option_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/driver/*.td)
set(man_template ${PROJECT_SOURCE_DIR}/docs/man/llvm-bitcode-linker.1.in)
set(made llvm-bitcode-linker.1 llvm-bitcode-linker.bash _llvm-bitcode-linker llvm-bitcode-linker.fish)
list(TRANSFORM made PREPEND ${LLBC_DOCS_DIR}/)
add_custom_command(
  OUTPUT ${made}
  COMMAND ${Python3_EXECUTABLE} -B ${generator}
    --tblgen ${llbc_tools_dir}/llvm-tblgen --llc ${llbc_tools_dir}/llc
    --include ${LLVM_INCLUDE_DIR} --include ${PROJECT_SOURCE_DIR}/src/driver
    --options ${PROJECT_SOURCE_DIR}/src/driver/Options.td
    --lld-options ${PROJECT_SOURCE_DIR}/src/driver/LldOptions.td
    --man-template ${man_template} --program-version ${PROJECT_VERSION}
    --output ${LLBC_DOCS_DIR}
  DEPENDS ${generator_files} ${option_files} ${man_template}
  COMMENT "Making the man page and the shell completions"
  VERBATIM)
add_custom_target(llbc_docs ALL DEPENDS ${made})

install(FILES ${LLBC_DOCS_DIR}/llvm-bitcode-linker.1
  ${PROJECT_SOURCE_DIR}/docs/man/llvm-bitcode-linker-rustup.1
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${LLBC_DOCS_DIR}/llvm-bitcode-linker.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME llvm-bitcode-linker)
install(FILES ${LLBC_DOCS_DIR}/_llvm-bitcode-linker
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${LLBC_DOCS_DIR}/llvm-bitcode-linker.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
