// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vendor's library of device functions: one file of bitcode, of which a link
// takes what it needs.

#ifndef LLBC_LINK_DEVICELIBRARY_H
#define LLBC_LINK_DEVICELIBRARY_H

#include "link/LiveSet.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace llbc {

/// Moves the functions that \p module declares, and what those need, from the
/// bitcode in \p path into \p module. The library's triple, data layout, flags,
/// named metadata, debug information, assembly and llvm.used do not count.
/// Errors name the file; one is a definition that is not what \p module
/// declares.
llvm::Error linkDeviceLibrary(llvm::Module &module, llvm::StringRef path);

/// The names that \p module declares and does not define.
llvm::StringSet<> declaredNames(const llvm::Module &module);

/// What \p module uses and does not define, beyond \p before: what is asked of
/// \p library, a path, and it lacks.
std::vector<UndefinedSymbol> undefinedSince(const llvm::Module &module,
                                            const llvm::StringSet<> &before,
                                            llvm::StringRef library);

} // namespace llbc

#endif // LLBC_LINK_DEVICELIBRARY_H
