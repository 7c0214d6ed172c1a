// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA's fat binaries, as NVIDIA's fatbinary writes them.

#ifndef LLBC_INPUT_FATBIN_H
#define LLBC_INPUT_FATBIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llbc {

struct FatbinEntry {
  bool isPTX = false; ///< Else a cubin.
  unsigned sm = 0;    ///< As in sm_90, without a suffix.
  std::string bytes;  ///< Uncompressed.
};

/// The entries of the fat binaries in \p bytes, one after the other. Fails for
/// damaged ones, and for entries that are neither PTX nor a cubin.
llvm::Expected<std::vector<FatbinEntry>> readFatbins(llvm::StringRef bytes);

} // namespace llbc

#endif // LLBC_INPUT_FATBIN_H
