// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A large program is compiled in parts, each in a context of its own.

#ifndef LLBC_CODEGEN_PARTITION_H
#define LLBC_CODEGEN_PARTITION_H

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llbc {

/// Names of the definitions that are compiled together: visible ones, and
/// copies of the local ones that they reach.
struct Partition {
  llvm::StringSet<> definitions;
};

/// How a program is cut.
struct Cut {
  std::vector<Partition> parts; ///< None where there is nothing to win.
  /// Local variables that several parts use. One part defines them, and they
  /// are visible to the others.
  llvm::StringSet<> shared;
};

/// What one partition became.
struct PartText {
  std::string text;
  llvm::StringSet<> variables; ///< Local ones that have a state.
};

/// Cuts \p module, which is internalised, where that changes nothing that its
/// code can observe: what has an identity or a state is defined in one part; it
/// is a shared variable, or everything that reaches it is there, too. The
/// result follows from the module alone. A part has at least \p size
/// instructions, and copies add little. Names what has no name, and shared
/// variables as any assembler can spell it, if there is something to cut.
Cut cutModule(llvm::Module &module, size_t size);

/// \p bitcode, a module with the definitions of \p part of \p cut alone, in
/// \p context.
llvm::Expected<std::unique_ptr<llvm::Module>>
loadPartition(llvm::StringRef bitcode, const Cut &cut, const Partition &part,
              llvm::LLVMContext &context);

/// \p part as it is kept in a cache, and back. Bytes that are none give
/// nothing.
std::string toBytes(const PartText &part);
std::optional<PartText> partFromBytes(llvm::StringRef bytes);

/// Makes a declaration of \p function, whether it was read or not.
void dropBody(llvm::Function &function);

} // namespace llbc

#endif // LLBC_CODEGEN_PARTITION_H
