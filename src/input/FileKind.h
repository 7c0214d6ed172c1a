// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an input is: by its contents, never by its name.

#ifndef LLBC_INPUT_FILEKIND_H
#define LLBC_INPUT_FILEKIND_H

#include "llvm/ADT/StringRef.h"

namespace llbc {

enum class FileKind {
  Bitcode,
  TextualIR,
  Archive,
  Object,
  OffloadBinary,
  ClangBundle,
  TextBundle,
  Fatbin,
  Empty,
  Unknown
};

/// The kind of file that \p bytes are.
FileKind identify(llvm::StringRef bytes);

/// Whether \p text starts like a module in LLVM's assembly language.
bool isIRText(llvm::StringRef text);

} // namespace llbc

#endif // LLBC_INPUT_FILEKIND_H
