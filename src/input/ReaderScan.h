// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker's view of a module by way of LLVM's own reader: slower than
// scanModule's, but complete for every module.

#ifndef LLBC_INPUT_READERSCAN_H
#define LLBC_INPUT_READERSCAN_H

#include "input/BitcodeScanner.h"

namespace llbc {

/// Makes \p summary anew from \p module, loaded lazily, with what it had
/// besides symbols and comdats left as it is. Names go to \p names. Fails for
/// what the reader rejects.
llvm::Error scanWithReader(const llvm::BitcodeModule &module,
                           llvm::StringSaver &names, ModuleSummary &summary);

/// Whether a variable definition with these properties is one that the host
/// looks up by its name: it says so itself, or is protected, as clang writes
/// what runtimes read (kernel environments, RPC clients).
bool isHostVariable(llvm::GlobalValue::LinkageTypes linkage,
                    llvm::GlobalValue::VisibilityTypes visibility,
                    bool isExternallyInitialized);

} // namespace llbc

#endif // LLBC_INPUT_READERSCAN_H
