// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one way to write a file: whole or not at all.

#ifndef LLBC_SUPPORT_WRITEOUTPUTS_H
#define LLBC_SUPPORT_WRITEOUTPUTS_H

#include "llbc/Link.h"

#include "llvm/ADT/ArrayRef.h"

namespace llbc {

/// Writes all of \p files. Regular files are first completed under temporary
/// names in their own folders and renamed only when all of them are complete;
/// symbolic links are followed, devices and pipes are written to directly. On
/// an error no regular file has changed (unless a rename itself failed), no
/// temporary file is left, and the message names the path and the system's
/// reason.
llvm::Error writeOutputs(llvm::ArrayRef<OutputFile> files);

} // namespace llbc

#endif // LLBC_SUPPORT_WRITEOUTPUTS_H
