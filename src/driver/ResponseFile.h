// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_DRIVER_RESPONSEFILE_H
#define LLBC_DRIVER_RESPONSEFILE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

#include <string>
#include <vector>

namespace llbc {

/// Splits the text of a response file into arguments. Two styles are told
/// apart by the text as a whole:
/// - rustc's (compiler/rustc_codegen_ssa/src/back/link.rs): one argument a
///   line; a backslash escapes a blank or a backslash and nothing else, and
///   quotes are ordinary characters;
/// - GNU's: blanks separate, quotes group, a backslash escapes anything.
/// A text is GNU's when a line has an unescaped blank inside, or a quoted
/// argument. \p markEnds is LLVM's: add a null pointer at each end of line.
void tokenizeResponseFile(llvm::StringRef text, llvm::StringSaver &saver,
                          llvm::SmallVectorImpl<const char *> &args,
                          bool markEnds = false);

/// Replaces each `@file` in \p args by the arguments in that file, also nested
/// ones; names are relative to the working directory. Returns the files that
/// were read. A file that is missing or includes itself is an error.
llvm::Expected<std::vector<std::string>>
expandResponseFiles(llvm::SmallVectorImpl<const char *> &args,
                    llvm::BumpPtrAllocator &allocator);

} // namespace llbc

#endif // LLBC_DRIVER_RESPONSEFILE_H
