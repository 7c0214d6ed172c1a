// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the linker's view of a native object, in the terms of bitcode.

#ifndef LLBC_INPUT_OBJECTSCANNER_H
#define LLBC_INPUT_OBJECTSCANNER_H

#include "input/BitcodeScanner.h"

#include "llvm/Object/ELFObjectFile.h"

namespace llbc {

/// Scans the symbols of \p object, an ELF relocatable, into \p summary. A
/// function is a kernel if its descriptor `<name>.kd` is defined too (LLVM's
/// AMDGPUUsage, "Code Object Symbols"), or if it is an alias of such a one.
/// Names point into the object. Fails for a damaged symbol table.
llvm::Error scanObject(const llvm::object::ELFObjectFileBase &object,
                       ModuleSummary &summary);

} // namespace llbc

#endif // LLBC_INPUT_OBJECTSCANNER_H
