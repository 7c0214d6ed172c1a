// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Optimize.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/LowerTypeTests.h"
#include "llvm/Transforms/IPO/WholeProgramDevirt.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace llbc {
namespace {

OptimizationLevel pipelineLevel(OptLevel level) {
  switch (level) {
  case OptLevel::O0:
    return OptimizationLevel::O0;
  case OptLevel::O1:
    return OptimizationLevel::O1;
  case OptLevel::O2:
    return OptimizationLevel::O2;
  case OptLevel::O3:
    return OptimizationLevel::O3;
  case OptLevel::Os:
    return OptimizationLevel::Os;
  case OptLevel::Oz:
    return OptimizationLevel::Oz;
  }
  llvm_unreachable("all levels are listed");
}

/// Whether a front end wrote \p module without optimising it: scalars still
/// live in memory.
bool isUnoptimized(const Module &module) {
  for (const Function &function : module)
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block)
        if (const auto *variable = dyn_cast<AllocaInst>(&instruction);
            variable && isAllocaPromotable(variable))
          return true;
  return false;
}

bool usesVTableTypes(const Module &module) {
  return llvm::any_of(
      ArrayRef<Intrinsic::ID>{Intrinsic::type_test,
                              Intrinsic::type_checked_load,
                              Intrinsic::type_checked_load_relative},
      [&](Intrinsic::ID id) {
        return Intrinsic::getDeclarationIfExists(&module, id) != nullptr;
      });
}

/// As LLVM's link-time pipeline does at every level: no code generator knows
/// the intrinsics that -fwhole-program-vtables and its kin bring.
void addTypeLowering(ModulePassManager &passes) {
  passes.addPass(WholeProgramDevirtPass(/*ExportSummary=*/nullptr, nullptr));
  passes.addPass(LowerTypeTestsPass(/*ExportSummary=*/nullptr, nullptr));
  // Devirtualisation leaves tests that only say what may be assumed.
  passes.addPass(LowerTypeTestsPass(nullptr, nullptr,
                                    lowertypetests::DropTestKind::Assume));
}

void addPasses(ModulePassManager &passes, PassBuilder &builder,
               const Module &module, OptLevel level) {
  const OptimizationLevel pipeline = pipelineLevel(level);
  const bool isLinkTime =
      level != OptLevel::O0 && level != OptLevel::O1 && !isUnoptimized(module);
  if (!isLinkTime && usesVTableTypes(module))
    addTypeLowering(passes);
  if (level == OptLevel::O0)
    return passes.addPass(builder.buildO0DefaultPipeline(pipeline));
  // LLVM's link-time pipeline does next to nothing at -O1.
  if (!isLinkTime)
    return passes.addPass(builder.buildPerModuleDefaultPipeline(pipeline));
  // What was optimised crate by crate needs the work across crates only, in
  // half the time. Targets fold __nvvm_reflect and the like where pipelines
  // start.
  builder.invokePipelineStartEPCallbacks(passes, pipeline);
  passes.addPass(
      builder.buildLTODefaultPipeline(pipeline, /*ExportSummary=*/nullptr));
  // Inlining a panic handler that ignores its arguments leaves them dead; they
  // cost each kernel registers.
  passes.addPass(DeadArgumentEliminationPass());
}

} // namespace

void simplify(Module &module, function_ref<bool(const Function &)> selects) {
  TimeTraceScope scope("Simplify");
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  FunctionPassManager passes;
  passes.addPass(PromotePass());
  passes.addPass(InstCombinePass());
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasOptNone() &&
        selects(function))
      passes.run(function, functions);
}

void dropDeadCode(Module &module) {
  ModuleAnalysisManager modules;
  FunctionAnalysisManager functions;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerFunctionAnalyses(functions);
  modules.registerPass(
      [&] { return FunctionAnalysisManagerModuleProxy(functions); });
  ModulePassManager passes;
  passes.addPass(GlobalDCEPass());
  passes.run(module, modules);
}

void optimize(Module &module, TargetMachine &machine, OptLevel level) {
  TimeTraceScope scope("Optimise");
  // Whoever made the vtables visible beyond this link loses nothing by it.
  updatePublicTypeTestCalls(module,
                            /*WholeProgramVisibilityEnabledInLTO=*/false);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassInstrumentationCallbacks callbacks;
  StandardInstrumentations instrumentations(module.getContext(),
                                            /*DebugLogging=*/false);
  instrumentations.registerCallbacks(callbacks, &modules);

  PassBuilder builder(&machine, PipelineTuningOptions(), std::nullopt,
                      &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  ModulePassManager passes;
  // Merging leaves declarations that only metadata mentions.
  passes.addPass(GlobalDCEPass());
  addPasses(passes, builder, module, level);
  passes.addPass(GlobalDCEPass());
  passes.run(module, modules);
}

} // namespace llbc
