// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Debug.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;

namespace llbc {
namespace {

/// A copy of \p unit that yields `.file` and `.loc` and no sections, without
/// the types and variables that nothing would use.
DICompileUnit *withDirectivesOnly(const DICompileUnit &unit) {
  return DICompileUnit::getDistinct(
      unit.getContext(), unit.getSourceLanguage(), unit.getFile(),
      unit.getProducer(), unit.isOptimized(), unit.getFlags(),
      unit.getRuntimeVersion(), unit.getSplitDebugFilename(),
      DICompileUnit::DebugDirectivesOnly, DICompositeTypeArray(),
      DIScopeArray(), DIGlobalVariableExpressionArray(),
      DIImportedEntityArray(), DIMacroNodeArray(), unit.getDWOId(),
      unit.getSplitDebugInlining(), /*DebugInfoForProfiling=*/false,
      DICompileUnit::DebugNameTableKind::None, /*RangesBaseAddress=*/false,
      unit.getSysRoot(), unit.getSDK());
}

void keepLinesOnly(Module &module) {
  stripNonLineTableDebugInfo(module);
  NamedMDNode *units = module.getNamedMetadata("llvm.dbg.cu");
  if (!units)
    return;
  DenseMap<const DICompileUnit *, DICompileUnit *> replacements;
  for (unsigned i = 0; i != units->getNumOperands(); ++i) {
    auto *unit = cast<DICompileUnit>(units->getOperand(i));
    DICompileUnit *replacement = withDirectivesOnly(*unit);
    replacements[unit] = replacement;
    units->setOperand(i, replacement);
  }
  DebugInfoFinder finder;
  finder.processModule(module);
  for (const Function &function : module)
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block)
        finder.processInstruction(module, instruction);
  for (DISubprogram *subprogram : finder.subprograms())
    if (DICompileUnit *replacement = replacements.lookup(subprogram->getUnit()))
      subprogram->replaceUnit(replacement);
}

} // namespace

void applyDebugLevel(Module &module, DebugLevel level) {
  TimeTraceScope scope("Apply debug level");
  switch (level) {
  case DebugLevel::None:
    StripDebugInfo(module);
    break;
  case DebugLevel::Lines:
    keepLinesOnly(module);
    break;
  case DebugLevel::Full:
    break;
  }
}

} // namespace llbc
