// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Merge.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/Linker/IRMover.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;

namespace llbc {

Expected<std::unique_ptr<Module>> mergeModules(LiveSet &live,
                                               LLVMContext &context,
                                               const Triple &triple,
                                               StringRef dataLayout) {
  TimeTraceScope scope("Merge");
  auto merged = std::make_unique<Module>("llvm-bitcode-linker", context);
  merged->setTargetTriple(triple);
  merged->setDataLayout(dataLayout);
  IRMover mover(*merged);
  StringSet<> seenAsm;
  for (LiveModule &source : live.modules) {
    Module &module = *source.module;
    module.setTargetTriple(triple);
    UpgradeModuleFlags(module);
    // Two crates that include the same declaration mean one declaration.
    const std::string &assembly = module.getModuleInlineAsm();
    if (!assembly.empty() && !seenAsm.insert(assembly).second)
      module.setModuleInlineAsm("");
    // All that is live is listed, so nothing is added on the way.
    if (Error err = mover.move(
            std::move(source.module), source.values,
            [](GlobalValue &, const IRMover::ValueAdder &) {},
            /*IsPerformingImport=*/false))
      return createFileError(source.input->file->name, std::move(err));
  }
  return merged;
}

} // namespace llbc
