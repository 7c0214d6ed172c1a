// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_NARROWINDICES_H
#define LLBC_CODEGEN_NARROWINDICES_H

namespace llvm {
class TargetPassConfig;
} // namespace llvm

namespace llbc {

/// Guards a code generation against a fault of LLVM 22's straight-line strength
/// reduction, which only GPUs' pipelines run: it takes the difference of two
/// sign-extended indices to be the extended difference, so `p[(char)(i + 100)]`
/// becomes `p[i]`'s address and 100, also where the sum wraps, and
/// `p[-(a < b)]` that of `p[-(a >= b)]` and -1.
/// (llvm/llvm-project pull request 204278.)
void insertNarrowIndices(llvm::TargetPassConfig &config);

} // namespace llbc

#endif // LLBC_CODEGEN_NARROWINDICES_H
