// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stages 6 and 7 of a large program, on all cores: its partitions are optimised
// and generated apart, and their texts joined.

#include "ImageLink.h"

#include "codegen/Emit.h"
#include "support/CrashGuard.h"
#include "support/LLVMOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ThreadPool.h"

#include <atomic>

using namespace llvm;

namespace llbc {

bool ImageLink::mayCompileInParts() const {
  return module && config.optLevel != OptLevel::O0 && !config.saveTempsDir &&
         !outputs.wantsAnyOf({EmitKind::LlvmBc, EmitKind::LlvmIr}) &&
         (needs(EmitKind::Asm) || needs(EmitKind::Cubin) || config.verifyPTX) &&
         program.target().canJoinTexts(*setting);
}

void ImageLink::compileInParts() {
  if (!mayCompileInParts())
    return;
  const Cut cut = cutModule(*module, config.partitionSize);
  const std::vector<Partition> &parts = cut.parts;
  if (parts.empty())
    return;
  const std::string bitcode = emitBitcode(*module);
  std::vector<PartText> made(parts.size());
  std::vector<std::vector<Diagnostic>> messages(parts.size());
  std::atomic<bool> failed = false;
  // Of several images, each has a thread.
  DefaultThreadPool pool(
      hardware_concurrency(label.arch.empty() ? config.threads : 1));
  for (size_t i = 0; i != parts.size(); ++i)
    pool.async([&, i] {
      if (failed)
        return;
      Diagnostics partDiag(
          [&](const Diagnostic &message) { messages[i].push_back(message); });
      runOnLargeStack(
          [&] { made[i] = compilePart(cut, parts[i], bitcode, partDiag); });
      if (partDiag.hasErrors() || made[i].text.empty())
        failed = true;
    });
  pool.wait();
  if (failed)
    return;
  text = program.target().joinTexts(made, cut.shared, diag);
  if (text.empty())
    return;
  diag.note("compiled in " + Twine(parts.size()) + " parts");
  // What is copied says the same in each part.
  StringSet<> said;
  for (ArrayRef<Diagnostic> ofPart : messages)
    for (const Diagnostic &message : ofPart)
      if (said.insert(message.text()).second)
        diag.report(message);
}

PartText ImageLink::compilePart(const Cut &cut, const Partition &part,
                                StringRef bitcode,
                                Diagnostics &partDiag) const {
  const ThreadTimeProfile profile(config.timeTrace.has_value());
  const Origins &names = program.origins();
  auto context = std::make_unique<LLVMContext>();
  context->setDiagnosticHandler(makeDiagnosticHandler(partDiag, names));
  Config quiet = config;
  quiet.timeTrace.reset();
  Outputs none(quiet, EmitKind::Asm, /*severalImages=*/false);
  auto link =
      std::make_unique<ImageLink>(quiet, program, label, config.targetCpu,
                                  ArrayRef<EmitKind>(), none, partDiag);
  PartText made;
  Stages stages(partDiag);
  stages.run("compiling a part", names, [&] {
    Expected<std::unique_ptr<Module>> loaded =
        loadPartition(bitcode, cut, part, *context);
    if (!loaded)
      return partDiag.error("", loaded.takeError());
    Expected<std::unique_ptr<TargetMachine>> own =
        makeMachine(machine->getTargetTriple(), machine->getTargetCPU(),
                    machine->getTargetFeatureString(), config.optLevel);
    if (!own)
      return partDiag.error("", own.takeError());
    link->module = std::move(*loaded);
    link->machine = std::move(*own);
    link->setting = std::make_unique<ImageSetting>(
        ImageSetting{link->config, *link->machine, names, program.undefined(),
                     setting->missingLibrary});
    link->undefinedInLibraries = undefinedInLibraries;
    link->optimizeModule();
    // Optimisation may find a way to what belongs to another part.
    for (const GlobalValue &value : link->module->global_values())
      if (const GlobalValue *whole = module->getNamedValue(value.getName());
          value.isDeclaration() && !value.use_empty() && whole &&
          !whole->isDeclaration() && !cut.shared.contains(value.getName()))
        return partDiag.error("",
                              "'" + value.getName() + "' is in another part");
    for (const GlobalVariable &variable : link->module->globals())
      if (variable.hasLocalLinkage() && !variable.isConstant())
        made.variables.insert(variable.getName());
    made.text = program.target().emitText(
        *link->module, *link->machine, *link->setting,
        [] { return std::string(); }, partDiag);
  });
  // A stage that LLVM gave up leaves IR that cannot be destroyed.
  if (stages.hasFaulted()) {
    [[maybe_unused]] const void *leaked[] = {link.release(), context.release()};
  }
  return made;
}

} // namespace llbc
