# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The warnings that the project's own code is held to.
add_library(llbc_warnings INTERFACE)
target_compile_options(llbc_warnings INTERFACE
  -Wall -Wextra $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow>
  -Wnon-virtual-dtor -Wunused -Woverloaded-virtual
  -Wimplicit-fallthrough -Wmissing-declarations
  # False positives for std::string at -O3 (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<BOOL:${LLBC_WARNINGS_AS_ERRORS}>:-Werror>)
