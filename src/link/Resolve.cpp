// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Resolve.h"

#include "report/SymbolName.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace llbc {
namespace {

bool isKernelConvention(CallingConv::ID cc) {
  return cc == CallingConv::PTX_Kernel || cc == CallingConv::AMDGPU_KERNEL ||
         cc == CallingConv::SPIR_KERNEL;
}

/// Vendor and system may differ: NVIDIA's libdevice says "gpulibs", libclc says
/// nothing. The instruction set may not.
bool isCompatible(const InputModule &module, const ResolveTarget &target) {
  if (module.isNative() && !target.linksObjects)
    return false;
  const Triple triple(module.summary.triple);
  if (module.summary.triple.empty())
    return true;
  // Objects of another system have other notes and calling conventions.
  return triple.getArch() == target.triple.getArch() &&
         (!module.isNative() || triple.getOS() == target.triple.getOS());
}

class Resolver {
public:
  Resolver(Inputs &inputs, const ResolveTarget &target, Diagnostics &diag)
      : inputs(inputs), target(target), diag(diag) {}

  Resolution run(const Exports &exports) {
    for (InputFile &file : inputs.files) {
      if (isForAnother(file))
        continue;
      if (!file.lazy)
        join(file);
      else if (isForTarget(file))
        offer(file);
      else
        diag.note("skipped " + file.name + ": it is for another target");
    }
    // After all references are known: what an object of the command line
    // defines already must not come from an archive as well.
    for (InputFile &file : inputs.files)
      if (file.lazy && !isForAnother(file) && isForTarget(file) &&
          mustJoin(file))
        join(file);
    for (const std::string &name : exports.names)
      if (InputFile *file = result.symbols.require(name))
        join(*file);
    reportDuplicates();
    collectModules();
    collectExports(exports);
    return std::move(result);
  }

private:
  bool isForTarget(const InputFile &file) const {
    return llvm::all_of(file.modules, [&](const InputModule &module) {
      return isCompatible(module, target);
    });
  }

  /// Whether \p file is for another image of the same link.
  bool isForAnother(const InputFile &file) const {
    if (!file.arch.empty() && !target.tag.empty() && file.arch != target.tag)
      return true;
    return !isForTarget(file) &&
           llvm::any_of(target.others, [&](const Triple &other) {
             return other.getArch() != target.triple.getArch() &&
                    isAllFor(file, other);
           });
  }

  static bool isAllFor(const InputFile &file, const Triple &triple) {
    return llvm::all_of(file.modules, [&](const InputModule &module) {
      return Triple(module.summary.triple).getArch() == triple.getArch();
    });
  }

  /// Whether an archive member joins though nothing may need it: it has a
  /// kernel of its own, or assembly whose symbols no scan can see.
  bool mustJoin(const InputFile &file) const {
    for (const InputModule &module : file.modules) {
      if (module.summary.hasModuleAsm)
        return true;
      for (const ModuleSymbol &symbol : module.summary.symbols)
        if (symbol.isDefinition() && isKernel(symbol, module.summary) &&
            !result.symbols.find(symbol.name)->isDefined())
          return true;
    }
    return false;
  }

  void offer(InputFile &file) {
    for (InputModule &module : file.modules)
      if (result.symbols.addLazy(module))
        return join(file);
  }

  /// Adds \p first and all that it extracts.
  void join(InputFile &first) {
    SmallVector<InputFile *> pending = {&first};
    while (!pending.empty()) {
      InputFile &file = *pending.pop_back_val();
      if (!joined.insert(&file).second)
        continue;
      for (InputModule &module : file.modules) {
        checkTriple(module);
        std::vector<InputFile *> extracted = result.symbols.addModule(module);
        pending.append(extracted.rbegin(), extracted.rend());
      }
    }
  }

  void checkTriple(const InputModule &module) {
    if (isCompatible(module, target))
      return;
    const std::string input = module.summary.triple;
    if (module.isNative() && !target.linksObjects)
      return diag.error(module.file->name, "is a native object for " + input +
                                               ", not LLVM bitcode");
    diag.error(
        module.file->name,
        "is " + std::string(module.isNative() ? "an object" : "bitcode") +
            " for " + input + ", but the link is for " + target.triple.str());
  }

  void reportDuplicates() {
    for (const DuplicateSymbol &duplicate : result.symbols.duplicates())
      diag.error("", "duplicate symbol: " + describeSymbol(duplicate.name),
                 {"defined in " + duplicate.first->file->name,
                  "defined in " + duplicate.second->file->name});
  }

  bool prevails(const InputModule &module, const ModuleSymbol &symbol) const {
    if (!symbol.isDefinition())
      return false;
    const Symbol *entry = result.symbols.find(symbol.name);
    return entry && entry->isDefined() && entry->definition.module == &module &&
           &*entry->definition == &symbol;
  }

  void collectModules() {
    for (InputFile &file : inputs.files) {
      if (!joined.contains(&file))
        continue;
      for (InputModule &module : file.modules) {
        (module.isNative() ? result.objects : result.modules)
            .push_back(&module);
        for (const ModuleSymbol &symbol : module.summary.symbols)
          if (isKernel(symbol, module.summary) && prevails(module, symbol))
            result.kernels.push_back(symbol.name);
      }
    }
    for (const InputModule *object : result.objects)
      for (const ModuleSymbol &symbol : object->summary.symbols)
        if (const Symbol *known = result.symbols.find(symbol.name);
            !symbol.isLocal() && known && known->isDefined() &&
            !known->definition.module->isNative())
          result.usedByObjects.insert(symbol.name);
  }

  void collectExports(const Exports &exports) {
    StringSet<> seen;
    for (StringRef kernel : result.kernels)
      seen.insert(kernel);
    for (ArrayRef<InputModule *> modules :
         {ArrayRef(result.modules), ArrayRef(result.objects)})
      for (const InputModule *module : modules)
        for (const ModuleSymbol &symbol : module->summary.symbols)
          if ((symbol.isExternallyInitialized ||
               exports.covers(symbol, module->file->lazy)) &&
              prevails(*module, symbol) && seen.insert(symbol.name).second)
            result.exports.push_back(symbol.name);
    for (const std::string &name : exports.names) {
      const Symbol *symbol = result.symbols.find(name);
      if (!symbol || !symbol->isDefined())
        diag.note("ignored the export of '" + name + "': no input defines it");
      else if (seen.insert(name).second)
        result.exports.push_back(symbol->definition->name);
    }
  }

  Inputs &inputs;
  const ResolveTarget &target;
  Diagnostics &diag;
  DenseSet<const InputFile *> joined;
  Resolution result;
};

} // namespace

bool isKernel(const ModuleSymbol &symbol, const ModuleSummary &summary) {
  const ModuleSymbol *target = &symbol;
  // An alias of an alias of ...; a cycle cannot be longer than the table.
  for (size_t i = 0; i <= summary.symbols.size(); ++i) {
    if (target->kind == ModuleSymbol::Kind::Function)
      return !target->isDeclaration && isKernelConvention(target->callingConv);
    if (target->kind != ModuleSymbol::Kind::Alias || target->aliasee < 0)
      return false;
    target = &summary.symbols[target->aliasee];
  }
  return false;
}

Expected<Triple> chooseTriple(const Config &config, const Inputs &inputs) {
  if (!config.targetTriple.empty())
    return Triple(Triple::normalize(config.targetTriple));
  // A crate may bring host objects along; its bitcode says what it is for.
  for (const bool isNative : {false, true})
    for (const InputFile &file : inputs.files)
      for (const InputModule &module : file.modules)
        if (module.isNative() == isNative && !module.summary.triple.empty())
          return Triple(Triple::normalize(module.summary.triple));
  return createStringError(
      "no input says which target it is for; pass --target <triple>");
}

Resolution resolve(Inputs &inputs, const Exports &exports,
                   const ResolveTarget &target, Diagnostics &diag) {
  TimeTraceScope scope("Resolve");
  return Resolver(inputs, target, diag).run(exports);
}

std::string describe(const Resolution &resolution) {
  std::string text;
  raw_string_ostream os(text);
  for (const InputModule *module : resolution.modules)
    os << "joined " << module->file->name << '\n';
  for (const InputModule *object : resolution.objects)
    os << "joined object " << object->file->name << '\n';
  for (StringRef kernel : resolution.kernels)
    os << "kernel " << kernel << '\n';
  for (StringRef name : resolution.exports)
    os << "export " << name << '\n';
  return text;
}

} // namespace llbc
