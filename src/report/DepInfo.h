// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_REPORT_DEPINFO_H
#define LLBC_REPORT_DEPINFO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace llbc {

/// A Makefile rule that makes \p output depend on \p inputs (each once), then
/// an empty rule for each input so that a file that goes away does not stop the
/// next build. Blanks, `#` and `$` in names are escaped for make.
std::string makeDepInfo(llvm::StringRef output,
                        llvm::ArrayRef<std::string> inputs);

} // namespace llbc

#endif // LLBC_REPORT_DEPINFO_H
