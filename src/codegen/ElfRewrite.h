// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes to native objects before they are linked, by LLVM's objcopy.

#ifndef LLBC_CODEGEN_ELFREWRITE_H
#define LLBC_CODEGEN_ELFREWRITE_H

#include "codegen/ElfLink.h"

#include "llvm/ObjCopy/ConfigManager.h"

namespace llbc {

/// A matcher for exactly \p name is added to \p matcher.
llvm::Error addName(llvm::objcopy::NameMatcher &matcher, llvm::StringRef name);

/// Changes \p object as \p config says. Fails for a damaged object.
llvm::Error rewriteObject(ElfObject &object,
                          const llvm::objcopy::ConfigManager &config);

/// Makes definitions weak that bitcode overrides: its code is in no group any
/// more, so that lld would keep the object's group and report duplicates. Gives
/// references the names that ElfObject::renamed says.
llvm::Error rewriteSymbols(llvm::MutableArrayRef<ElfObject> objects);

} // namespace llbc

#endif // LLBC_CODEGEN_ELFREWRITE_H
