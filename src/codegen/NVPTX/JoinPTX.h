// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_NVPTX_JOINPTX_H
#define LLBC_CODEGEN_NVPTX_JOINPTX_H

#include "codegen/Partition.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace llbc::nvptx {

/// One PTX text of \p parts, which LLVM made of the partitions of one program:
/// visible things are defined in one of them only. Local ones of one name are
/// kept once where they have no state and are the same with all that they use,
/// and get names of their own where not. The variables \p shared, which the
/// parts show to each other, become local again. "" if a text has debug
/// sections, or is for another processor.
std::string joinPTX(llvm::ArrayRef<PartText> parts,
                    const llvm::StringSet<> &shared);

} // namespace llbc::nvptx

#endif // LLBC_CODEGEN_NVPTX_JOINPTX_H
