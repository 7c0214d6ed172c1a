// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stages 6 and 7 of a large program, on all cores: its partitions are optimised
// and generated apart, and their texts joined.

#include "ImageLink.h"

#include "codegen/Emit.h"
#include "codegen/Optimize.h"
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
  if (cut.parts.empty())
    return;
  const std::optional<Cache> cache = openCache();
  if (diag.hasErrors())
    return;
  const std::string bitcode = emitBitcode(*module);
  std::vector<CompiledPart> made(cut.parts.size());
  std::vector<std::vector<Diagnostic>> messages(cut.parts.size());
  std::atomic<bool> failed = false;
  // Of several images, each has a thread.
  DefaultThreadPool pool(
      hardware_concurrency(label.arch.empty() ? config.threads : 1));
  for (size_t i = 0; i != cut.parts.size(); ++i)
    pool.async([&, i] {
      if (failed)
        return;
      Diagnostics partDiag(
          [&](const Diagnostic &message) { messages[i].push_back(message); });
      runOnLargeStack([&] {
        made[i] = compilePart(cut, cut.parts[i], bitcode,
                              cache ? &*cache : nullptr, partDiag);
      });
      if (partDiag.hasErrors() || made[i].text.text.empty())
        failed = true;
      else if (cache && messages[i].empty())
        keep(made[i], *cache);
    });
  pool.wait();
  if (failed)
    return;
  std::vector<PartText> texts;
  texts.reserve(made.size());
  for (CompiledPart &part : made)
    texts.push_back(std::move(part.text));
  text = program.target().joinTexts(texts, cut.shared, diag);
  if (text.empty())
    return;
  const auto known = llvm::count_if(
      made, [](const CompiledPart &part) { return part.isKnown; });
  diag.note("compiled in " + Twine(made.size()) + " parts" +
            (cache ? ", of which the cache has " + std::to_string(known) : ""));
  // What is copied says the same in each part.
  StringSet<> said;
  for (ArrayRef<Diagnostic> ofPart : messages)
    for (const Diagnostic &message : ofPart)
      if (said.insert(message.text()).second)
        diag.report(message);
  if (cache)
    cache->prune();
}

std::optional<Cache> ImageLink::openCache() const {
  if (config.cacheDir.empty())
    return std::nullopt;
  if (buildIdentity().empty()) {
    diag.warning("", "the cache is not used: this build has no build ID");
    return std::nullopt;
  }
  Expected<Cache> cache = Cache::open(config.cacheDir, config.cachePolicy);
  if (cache)
    return std::move(*cache);
  diag.error("", cache.takeError());
  return std::nullopt;
}

/// What was reported with it would not be reported again, so only parts without
/// messages come here.
void ImageLink::keep(const CompiledPart &part, const Cache &cache) const {
  if (part.isKnown)
    return;
  if (Error err = cache.add(part.key, toBytes(part.text)))
    diag.warning("",
                 "the cache cannot be written: " + toString(std::move(err)));
}

std::string ImageLink::partKey(const Module &code) const {
  const Arithmetic &arithmetic = config.arithmetic;
  CacheKey key;
  key.add(machine->getTargetTriple().str());
  key.add(machine->getTargetCPU());
  key.add(machine->getTargetFeatureString());
  key.add(static_cast<uint64_t>(config.optLevel));
  key.add(static_cast<uint64_t>(config.debug.value_or(DebugLevel::None)));
  for (bool flag : {arithmetic.preciseDiv, arithmetic.preciseSqrt,
                    arithmetic.useFastVariants, config.allowUndefined})
    key.add(static_cast<uint64_t>(flag));
  for (const std::string &arg : config.llvmArgs)
    key.add(arg);
  key.add(emitBitcode(code));
  return key.take();
}

ImageLink::CompiledPart
ImageLink::compilePart(const Cut &cut, const Partition &part, StringRef bitcode,
                       const Cache *cache, Diagnostics &partDiag) const {
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
  CompiledPart made;
  Stages stages(partDiag);
  stages.run("compiling a part", names, [&] {
    Expected<std::unique_ptr<Module>> loaded =
        loadPartition(bitcode, cut, part, *context);
    if (!loaded)
      return partDiag.error("", loaded.takeError());
    link->module = std::move(*loaded);
    if (cache) {
      dropDeadCode(*link->module);
      made.key = partKey(*link->module);
      const std::optional<std::string> bytes = cache->find(made.key);
      std::optional<PartText> known;
      if (bytes)
        known = partFromBytes(*bytes);
      made.isKnown = known.has_value();
      if (known)
        made.text = std::move(*known);
    }
    if (!made.isKnown)
      made.text = link->compileAsPartOf(*this, cut);
  });
  // A stage that LLVM gave up leaves IR that cannot be destroyed.
  if (stages.hasFaulted()) {
    [[maybe_unused]] const void *leaked[] = {link.release(), context.release()};
  }
  return made;
}

PartText ImageLink::compileAsPartOf(const ImageLink &whole, const Cut &cut) {
  PartText made;
  Expected<std::unique_ptr<TargetMachine>> own = makeMachine(
      whole.machine->getTargetTriple(), whole.machine->getTargetCPU(),
      whole.machine->getTargetFeatureString(), config.optLevel);
  if (!own) {
    diag.error("", own.takeError());
    return made;
  }
  machine = std::move(*own);
  setting = std::make_unique<ImageSetting>(
      ImageSetting{config, *machine, program.origins(), program.undefined(),
                   whole.setting->missingLibrary});
  undefinedInLibraries = whole.undefinedInLibraries;
  optimizeModule();
  // Optimisation may find a way to what belongs to another part.
  for (const GlobalValue &value : module->global_values()) {
    const GlobalValue *there = whole.module->getNamedValue(value.getName());
    if (value.isDeclaration() && !value.use_empty() && there &&
        !there->isDeclaration() && !cut.shared.contains(value.getName())) {
      diag.error("", "'" + value.getName() + "' is in another part");
      return made;
    }
  }
  for (const GlobalVariable &variable : module->globals())
    if (variable.hasLocalLinkage() && !variable.isConstant())
      made.variables.insert(variable.getName());
  made.text = program.target().emitText(
      *module, *machine, *setting, [] { return std::string(); }, diag);
  return made;
}

} // namespace llbc
