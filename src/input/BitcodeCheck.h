// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be said about bitcode that LLVM's reader cannot, or should not,
// read.

#ifndef LLBC_INPUT_BITCODECHECK_H
#define LLBC_INPUT_BITCODECHECK_H

#include "llvm/Bitcode/BitcodeReader.h"

#include <string>

namespace llbc {

/// Rejects numbers for which LLVM's reader would reserve memory before it looks
/// at what follows; bit errors there cost gigabytes and minutes. Call it before
/// \p module is loaded.
llvm::Error checkReservations(const llvm::BitcodeModule &module);

/// The producer of a raw bitcode file that is too damaged to scan, or "".
std::string readProducer(llvm::StringRef bytes);

} // namespace llbc

#endif // LLBC_INPUT_BITCODECHECK_H
