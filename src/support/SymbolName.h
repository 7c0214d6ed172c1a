// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_SUPPORT_SYMBOLNAME_H
#define LLBC_SUPPORT_SYMBOLNAME_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llbc {

/// A symbol as messages show it: for mangled Rust and C++ names the demangled
/// form and the raw one in quotes, `core::ops::apply ('_RNv...')`; others as
/// they are. Rust's legacy mangling loses its hash in the readable form.
std::string describeSymbol(llvm::StringRef name);

} // namespace llbc

#endif // LLBC_SUPPORT_SYMBOLNAME_H
