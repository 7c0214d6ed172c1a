// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Optimize.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

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

} // namespace

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

  const OptimizationLevel pipeline = pipelineLevel(level);
  ModulePassManager passes;
  // Merging leaves declarations that only metadata mentions.
  passes.addPass(GlobalDCEPass());
  passes.addPass(pipeline == OptimizationLevel::O0
                     ? builder.buildO0DefaultPipeline(pipeline)
                     : builder.buildPerModuleDefaultPipeline(pipeline));
  passes.addPass(GlobalDCEPass());
  passes.run(module, modules);
}

} // namespace llbc
