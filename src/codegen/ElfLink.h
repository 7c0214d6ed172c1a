// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_ELFLINK_H
#define LLBC_CODEGEN_ELFLINK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llbc {

/// Links \p objects, ELF relocatables in memory, with lld in this process as
/// `ld.lld <args> <objects>` would, and gives the bytes of the result. \p args
/// must not name an output. No file is written anywhere. Several threads may
/// call it; the links take turns, because lld keeps global state. An error
/// holds all that lld said.
llvm::Expected<std::string> linkElf(llvm::ArrayRef<std::string> objects,
                                    llvm::ArrayRef<std::string> args);

} // namespace llbc

#endif // LLBC_CODEGEN_ELFLINK_H
