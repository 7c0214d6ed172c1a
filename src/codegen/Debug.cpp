// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Debug.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;

namespace llbc {
namespace {

using UnitMap = DenseMap<const Metadata *, DICompileUnit *>;

void replaceOperands(MDNode *node, const UnitMap &replacements) {
  for (unsigned i = 0; node && i != node->getNumOperands(); ++i)
    if (DICompileUnit *unit = replacements.lookup(node->getOperand(i)))
      node->replaceOperandWith(i, unit);
}

/// Gives all that refers to a compile unit a changed copy of it, which \p
/// change makes: a unit itself cannot be changed.
void replaceUnits(Module &module,
                  function_ref<DICompileUnit *(const DICompileUnit &)> change) {
  NamedMDNode *units = module.getNamedMetadata("llvm.dbg.cu");
  if (!units)
    return;
  DebugInfoFinder finder;
  finder.processModule(module);
  for (const Function &function : module)
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block)
        finder.processInstruction(module, instruction);
  UnitMap replacements;
  for (unsigned i = 0; i != units->getNumOperands(); ++i) {
    auto *unit = cast<DICompileUnit>(units->getOperand(i));
    DICompileUnit *replacement = change(*unit);
    replacements[unit] = replacement;
    units->setOperand(i, replacement);
  }
  for (DISubprogram *subprogram : finder.subprograms())
    replaceOperands(subprogram, replacements);
  for (DIGlobalVariableExpression *global : finder.global_variables())
    replaceOperands(global->getVariable(), replacements);
  for (DIType *type : finder.types())
    replaceOperands(type, replacements);
  for (DIScope *scope : finder.scopes())
    replaceOperands(scope, replacements);
  for (const auto &[old, unit] : replacements)
    for (DIImportedEntity *entity : unit->getImportedEntities())
      replaceOperands(entity, replacements);
}

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

/// A copy of \p unit without name tables: the ones that gdb can use need
/// differences of labels, which PTX has from ISA 7.5 on only.
DICompileUnit *withoutNameTable(const DICompileUnit &unit) {
  return DICompileUnit::getDistinct(
      unit.getContext(), unit.getSourceLanguage(), unit.getFile(),
      unit.getProducer(), unit.isOptimized(), unit.getFlags(),
      unit.getRuntimeVersion(), unit.getSplitDebugFilename(),
      unit.getEmissionKind(), unit.getEnumTypes(), unit.getRetainedTypes(),
      unit.getGlobalVariables(), unit.getImportedEntities(), unit.getMacros(),
      unit.getDWOId(), unit.getSplitDebugInlining(),
      unit.getDebugInfoForProfiling(), DICompileUnit::DebugNameTableKind::None,
      unit.getRangesBaseAddress(), unit.getSysRoot(), unit.getSDK());
}

bool hasNameTable(const Module &module) {
  return llvm::any_of(module.debug_compile_units(),
                      [](const DICompileUnit *unit) {
                        return unit->getNameTableKind() !=
                               DICompileUnit::DebugNameTableKind::None;
                      });
}

} // namespace

void applyDebugLevel(Module &module, DebugLevel level) {
  TimeTraceScope scope("Apply debug level");
  switch (level) {
  case DebugLevel::None:
    StripDebugInfo(module);
    break;
  case DebugLevel::Directives:
    stripNonLineTableDebugInfo(module);
    replaceUnits(module, withDirectivesOnly);
    break;
  case DebugLevel::Lines:
    stripNonLineTableDebugInfo(module);
    break;
  case DebugLevel::Full:
  case DebugLevel::Free:
    if (hasNameTable(module))
      replaceUnits(module, withoutNameTable);
    break;
  }
}

} // namespace llbc
