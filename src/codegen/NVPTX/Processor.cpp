// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Processor.h"

#include "codegen/Emit.h"
#include "codegen/Target.h"
#include "image/PtxLexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

std::unique_ptr<MCSubtargetInfo> subtargetInfo(const Triple &triple,
                                               StringRef features) {
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  return std::unique_ptr<MCSubtargetInfo>(
      target->createMCSubtargetInfo(triple, "", features));
}

/// 78 for LLVM's feature "ptx78"; 0 for another feature.
unsigned isaOfFeature(StringRef feature) {
  unsigned isa = 0;
  const bool isIsa =
      feature.consume_front("ptx") && !feature.getAsInteger(10, isa);
  return isIsa ? isa : 0;
}

/// Whether \p function has assembly that is more than a barrier for compilers.
bool hasAssembly(const Function &function) {
  return llvm::any_of(instructions(function), [](const Instruction &code) {
    const auto *call = dyn_cast<CallBase>(&code);
    const auto *assembly =
        call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
    return assembly && !assembly->getAsmString().empty();
  });
}

/// The newest ISA in \p features, as in a function's attribute; 0 if none.
/// Other compilers' may know more than this LLVM.
unsigned isaAmong(StringRef features) {
  unsigned newest = 0;
  for (StringRef feature : split(features, ','))
    if (feature.consume_front("+"))
      newest = std::max(newest, isaOfFeature(feature));
  return newest;
}

} // namespace

ProcessorName parseProcessor(StringRef cpu) {
  ProcessorName processor;
  if (!cpu.consume_front("sm_") || cpu.consumeInteger(10, processor.version))
    return {};
  processor.suffix = cpu;
  return processor;
}

unsigned smVersion(StringRef cpu) { return parseProcessor(cpu).version; }

std::vector<std::string> knownProcessors(const Triple &triple) {
  std::vector<std::string> cpus;
  const auto info = subtargetInfo(triple, "");
  for (const SubtargetSubTypeKV &cpu : info->getAllProcessorDescriptions())
    cpus.emplace_back(cpu.Key);
  return cpus;
}

std::vector<unsigned> knownIsas(const Triple &triple) {
  std::vector<unsigned> isas;
  const auto info = subtargetInfo(triple, "");
  for (const SubtargetFeatureKV &feature : info->getAllProcessorFeatures())
    if (const unsigned isa = isaOfFeature(feature.Key))
      isas.push_back(isa);
  llvm::sort(isas);
  return isas;
}

unsigned requestedIsa(const Triple &triple, StringRef features) {
  const auto info = subtargetInfo(triple, features);
  unsigned newest = 0;
  for (const SubtargetFeatureKV &feature : info->getAllProcessorFeatures())
    if (info->getFeatureBits().test(feature.Value))
      newest = std::max(newest, isaOfFeature(feature.Key));
  return newest;
}

// The subtarget, which knows, has no public header; an empty module shows it.
unsigned defaultIsa(const Triple &triple, StringRef cpu) {
  Expected<std::unique_ptr<TargetMachine>> machine =
      makeMachine(triple, cpu, "", OptLevel::O0);
  if (!machine)
    report_fatal_error(machine.takeError());
  LLVMContext context;
  Module empty("llvm-bitcode-linker", context);
  empty.setTargetTriple(triple);
  empty.setDataLayout((*machine)->createDataLayout());
  const std::string ptx =
      cantFail(emitCode(empty, **machine, CodeGenFileType::AssemblyFile));
  return readPtxHeader(ptx).isa;
}

std::string featuresFor(const Module &module, const Triple &triple,
                        StringRef cpu, const Config &config) {
  unsigned wanted = 0;
  if (requestedIsa(triple, config.targetFeatures) == 0)
    for (const Function &function : module) {
      StringRef features =
          function.getFnAttribute("target-features").getValueAsString();
      if (isaAmong(features) > wanted && hasAssembly(function))
        wanted = isaAmong(features);
    }
  wanted = std::min(wanted, config.maxPTX.value_or(wanted));
  if (wanted == 0 || wanted <= defaultIsa(triple, cpu))
    return config.targetFeatures;
  // The newest of this LLVM's that is no newer.
  const std::vector<unsigned> isas = knownIsas(triple);
  wanted = *std::prev(llvm::upper_bound(isas, wanted));
  return (config.targetFeatures.empty() ? "" : config.targetFeatures + ",") +
         "+ptx" + std::to_string(wanted);
}

Processor processorOf(const TargetMachine &machine) {
  const Triple &triple = machine.getTargetTriple();
  StringRef cpu = machine.getTargetCPU();
  const unsigned requested =
      requestedIsa(triple, machine.getTargetFeatureString());
  return {smVersion(cpu), requested != 0 ? requested : defaultIsa(triple, cpu)};
}

} // namespace llbc::nvptx
