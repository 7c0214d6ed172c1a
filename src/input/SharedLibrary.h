// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared libraries that an image is linked with, not into.

#ifndef LLBC_INPUT_SHAREDLIBRARY_H
#define LLBC_INPUT_SHAREDLIBRARY_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>
#include <vector>

namespace llbc {

struct SharedLibrary {
  unsigned machine = 0;           ///< ELF's number, EM_X86_64 for example.
  std::vector<std::string> names; ///< What it defines for who links with it.
};

/// Reads the dynamic symbols of \p bytes, 64-bit ELF.
llvm::Expected<SharedLibrary> readSharedLibrary(llvm::MemoryBufferRef bytes);

} // namespace llbc

#endif // LLBC_INPUT_SHAREDLIBRARY_H
