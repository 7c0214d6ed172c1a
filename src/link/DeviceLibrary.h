// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vendor's library of device functions: one file of bitcode, of which a link
// takes what it needs.

#ifndef LLBC_LINK_DEVICELIBRARY_H
#define LLBC_LINK_DEVICELIBRARY_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace llbc {

/// Moves the functions that \p module declares, and what those need, from the
/// bitcode in \p path into \p module. The library's triple, data layout, flags
/// and named metadata do not count. Errors name the file.
llvm::Error linkDeviceLibrary(llvm::Module &module, llvm::StringRef path);

} // namespace llbc

#endif // LLBC_LINK_DEVICELIBRARY_H
