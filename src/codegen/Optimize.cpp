// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Optimize.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
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

void addPasses(ModulePassManager &passes, PassBuilder &builder,
               const Module &module, OptLevel level) {
  const OptimizationLevel pipeline = pipelineLevel(level);
  if (level == OptLevel::O0)
    return passes.addPass(builder.buildO0DefaultPipeline(pipeline));
  // LLVM's link-time pipeline does next to nothing at -O1.
  if (level == OptLevel::O1 || isUnoptimized(module))
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

void optimize(Module &module, TargetMachine &machine, OptLevel level) {
  TimeTraceScope scope("Optimise");
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
