// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Program.h"

#include "codegen/Emit.h"
#include "link/Merge.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"

using namespace llvm;

namespace llbc {

bool Program::link(ResolveTarget scope, std::unique_ptr<Target> target,
                   const Outputs &outputs, Stages &stages) {
  device = std::move(target);
  return stages.run("resolution", names, [&] { resolveSymbols(scope); }) &&
         stages.run("merging", names, [&] { merge(outputs); });
}

void Program::resolveSymbols(const ResolveTarget &scope) {
  resolved = resolve(inputs, exports, scope, diag);
  if (resolved.modules.empty() && resolved.objects.empty())
    diag.error("",
               "no input joins the link for " + device->triple().str() +
                   ": none defines a kernel or an exported symbol",
               {"note: name what is wanted of an archive: " +
                config.spelling.exportSymbol +
                " <name>, or take all of it: --whole-archive"});
  else if (resolved.objects.empty() &&
           llvm::none_of(resolved.preserved, [](const auto &entry) {
             return entry.second.isVisible;
           }))
    diag.warning("", "the inputs define no kernel and no exported symbol");
  const std::string summary = describe(resolved);
  for (StringRef line : split(summary, '\n'))
    if (!line.empty())
      diag.note(line);
}

// From here on there is one module, with nothing in it that is not reachable.
void Program::merge(const Outputs &outputs) {
  context.setDiscardValueNames(!outputs.wantsIR());
  context.setDiagnosticHandler(makeDiagnosticHandler(diag, names));
  live = load(context, diag);
  if (diag.hasErrors())
    return;
  names.record(live);
  checkInputsAgree(live, diag);
  if (diag.hasErrors() || (live.modules.empty() && !resolved.objects.empty()))
    return;
  module = mergeLive(live, context, diag);
}

LiveSet Program::load(LLVMContext &into, Diagnostics &sink) const {
  into.enableDebugTypeODRUniquing();
  return computeLiveSet(
      resolved, into, device->triple().computeDataLayout(),
      [&](StringRef name) { return device->standIns(name, config); }, sink);
}

std::unique_ptr<Module> Program::mergeLive(LiveSet &loaded, LLVMContext &into,
                                           Diagnostics &sink) const {
  Expected<std::unique_ptr<Module>> merged =
      mergeModules(loaded, into, device->triple(),
                   device->triple().computeDataLayout(), sink);
  if (!merged) {
    sink.error("", merged.takeError());
    return nullptr;
  }
  verify(**merged, names, "merging", wantsDebug(config), sink);
  return std::move(*merged);
}

void Program::checkInputsAgree(const LiveSet &loaded, Diagnostics &sink) const {
  std::vector<NamedModule> modules;
  modules.reserve(loaded.modules.size());
  for (const LiveModule &source : loaded.modules)
    modules.push_back(
        {source.module.get(), source.input->file->name, source.values});
  std::vector<NamedObject> objects;
  objects.reserve(resolved.objects.size());
  for (const InputModule *object : resolved.objects)
    objects.push_back({object->object, object->file->name});
  device->prepareInputs(modules, objects, config, sink);
}

void Program::serialize() { bytes = emitBitcode(*module); }

Expected<std::unique_ptr<Module>>
Program::copyModule(LLVMContext &other) const {
  return parseBitcodeFile(MemoryBufferRef(bytes, "llvm-bitcode-linker"), other);
}

Expected<std::unique_ptr<Module>> Program::remake(LLVMContext &other) const {
  if (hasBytes())
    return copyModule(other);
  Diagnostics unheard([](const Diagnostic &) {});
  other.setDiagnosticHandler(makeDiagnosticHandler(unheard, names));
  LiveSet loaded = load(other, unheard);
  checkInputsAgree(loaded, unheard);
  std::unique_ptr<Module> merged;
  if (!unheard.hasErrors())
    merged = mergeLive(loaded, other, unheard);
  other.setDiagnosticHandler(nullptr);
  if (unheard.hasErrors())
    return createStringError("the program cannot be made again");
  return merged;
}

} // namespace llbc
