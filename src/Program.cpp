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
    diag.error("", "no input joins the link for " + device->triple().str() +
                       ": none defines a kernel or an exported symbol");
  else if (resolved.kernels.empty() && resolved.exports.empty() &&
           resolved.objects.empty())
    diag.warning("", "the inputs define no kernel and no exported symbol");
  const std::string summary = describe(resolved);
  for (StringRef line : split(summary, '\n'))
    if (!line.empty())
      diag.note(line);
}

// From here on there is one module, with nothing in it that is not reachable.
void Program::merge(const Outputs &outputs) {
  const std::string dataLayout = device->triple().computeDataLayout();
  context.enableDebugTypeODRUniquing();
  context.setDiscardValueNames(!outputs.wantsIR());
  context.setDiagnosticHandler(makeDiagnosticHandler(diag, names));
  live = computeLiveSet(resolved, context, dataLayout, diag);
  if (diag.hasErrors())
    return;
  names.record(live);
  checkInputsAgree();
  if (diag.hasErrors() || (live.modules.empty() && !resolved.objects.empty()))
    return;
  Expected<std::unique_ptr<Module>> merged =
      mergeModules(live, context, device->triple(), dataLayout, diag);
  if (!merged)
    return diag.error("", merged.takeError());
  module = std::move(*merged);
  verify(*module, names, "merging", diag);
}

void Program::checkInputsAgree() {
  std::vector<NamedModule> modules;
  modules.reserve(live.modules.size());
  for (const LiveModule &source : live.modules)
    modules.push_back(
        {source.module.get(), source.input->file->name, source.values});
  std::vector<NamedObject> objects;
  objects.reserve(resolved.objects.size());
  for (const InputModule *object : resolved.objects)
    objects.push_back({object->object, object->file->name});
  device->prepareInputs(modules, objects, config, diag);
}

void Program::serialize() { bytes = emitBitcode(*module); }

Expected<std::unique_ptr<Module>>
Program::copyModule(LLVMContext &other) const {
  return parseBitcodeFile(MemoryBufferRef(bytes, "llvm-bitcode-linker"), other);
}

} // namespace llbc
