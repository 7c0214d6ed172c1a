// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_INPUT_ASSEMBLYSCANNER_H
#define LLBC_INPUT_ASSEMBLYSCANNER_H

#include "input/BitcodeScanner.h"

namespace llbc {

/// Adds the global symbols that the module assembly of \p summary defines and
/// refers to, once. LLVM's assembler for the module's triple reads it, which
/// must have been initialised. For PTX there is none: there a small reader
/// finds what directives define; whatever else is named in operands counts as
/// a weak reference, as it does in assembly that the assembler refuses.
void scanAssembly(ModuleSummary &summary, llvm::StringSaver &names);

} // namespace llbc

#endif // LLBC_INPUT_ASSEMBLYSCANNER_H
