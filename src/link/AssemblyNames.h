// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_LINK_ASSEMBLYNAMES_H
#define LLBC_LINK_ASSEMBLYNAMES_H

#include "link/LiveSet.h"

namespace llbc {

/// Tells apart local definitions of one name in several modules where assembly
/// of their own module names them: merging renames all but one, but knows no
/// assembly, which would then mean another module's. Only what is marked as
/// used is looked at; code that assembly names has to be.
void separateNamesInAssembly(LiveSet &live);

} // namespace llbc

#endif // LLBC_LINK_ASSEMBLYNAMES_H
