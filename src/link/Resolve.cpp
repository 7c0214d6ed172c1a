// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Resolve.h"

#include "device/DeviceFamily.h"
#include "input/AssemblyScanner.h"
#include "support/SymbolName.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace llbc {
namespace {

/// Whether native objects can be part of the image.
bool linksObjects(const ResolveTarget &target) {
  return target.family->imageKind() == EmitKind::Elf;
}

bool isCompatible(const InputModule &module, const ResolveTarget &target) {
  if (module.isNative() && !linksObjects(target))
    return false;
  if (module.summary.triple.empty())
    return true;
  const Triple triple(module.summary.triple);
  // Objects of another system have other notes and calling conventions.
  return triple.getArch() == target.triple.getArch() &&
         (module.isNative()
              ? triple.getOS() == target.triple.getOS()
              : target.family->isSameSystem(triple, target.triple));
}

/// The section that \p symbol is a bound of, as ELF linkers define them for
/// sections whose names are C identifiers; "" if it is none.
StringRef boundedSection(StringRef symbol) {
  if (symbol.consume_front("__start_") || symbol.consume_front("__stop_"))
    return symbol;
  return {};
}

class Resolver {
public:
  Resolver(Inputs &inputs, const ResolveTarget &target, Diagnostics &diag)
      : inputs(inputs), target(target), diag(diag) {}

  Resolution run(const Exports &exports) {
    for (InputFile &file : inputs.files) {
      if (isForAnother(file))
        continue;
      for (InputModule &module : file.modules)
        if (isCompatible(module, target))
          scanAssembly(module.summary, inputs.names);
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
    for (StringRef name : target.runtimeRoutines)
      if (InputFile *file = result.symbols.lazyDefinition(name))
        join(*file);
    reportDuplicates();
    collectModules();
    collectKernels();
    collectExports(exports);
    collectHostVariables();
    collectUsesOfObjects();
    collectUsesOfAssembly();
    collectSectionMembers();
    collectRuntimeRoutines();
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
    if (!file.arch.empty() && file.arch != "generic" && !target.tag.empty() &&
        file.arch != target.tag)
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

  /// Whether an archive member joins though no symbol asks for it: it defines a
  /// kernel; or, in PTX, something that inline assembly may name, which no scan
  /// sees.
  bool mustJoin(const InputFile &file) const {
    for (const InputModule &module : file.modules)
      for (const ModuleSymbol &symbol : module.summary.symbols)
        if (symbol.isDefinition() &&
            (isKernel(symbol, module.summary) ||
             (symbol.isInAsm && !linksObjects(target))) &&
            !result.symbols.find(symbol.name)->isDefined())
          return true;
    return false;
  }

  bool isKernel(const ModuleSymbol &symbol,
                const ModuleSummary &summary) const {
    const ModuleSymbol *function = definedFunction(symbol, summary);
    return function &&
           (hasKernelProperties(*function) || hasKernelProperties(symbol));
  }

  bool hasKernelProperties(const ModuleSymbol &symbol) const {
    return target.family->isKernel(symbol.name, symbol.callingConv);
  }

  void offer(InputFile &file) {
    for (InputModule &module : file.modules)
      if (result.symbols.addLazy(module))
        return join(file);
  }

  /// A file that joins, up to the reference that is next.
  struct Joining {
    InputFile *file = nullptr;
    size_t modules = 0; ///< How many of them were begun.
    std::vector<unsigned> references;
    size_t next = 0;
  };

  /// Adds \p first and all that it extracts, in lld's order: a member that a
  /// reference extracts is complete before the next reference is looked at.
  /// Chains of members can be longer than a stack is deep.
  void join(InputFile &first) {
    std::vector<Joining> chain;
    enter(first, chain);
    while (!chain.empty()) {
      Joining &last = chain.back();
      if (last.next != last.references.size()) {
        InputModule &module = last.file->modules[last.modules - 1];
        if (InputFile *extracted = result.symbols.addReference(
                {&module, last.references[last.next++]}))
          enter(*extracted, chain);
      } else if (last.modules != last.file->modules.size()) {
        InputModule &module = last.file->modules[last.modules++];
        checkTriple(module);
        last.references = result.symbols.addDefinitions(module);
        last.next = 0;
      } else {
        chain.pop_back();
      }
    }
  }

  void enter(InputFile &file, std::vector<Joining> &chain) {
    if (joined.insert(&file).second)
      chain.push_back({&file, 0, {}, 0});
  }

  void checkTriple(const InputModule &module) {
    if (isCompatible(module, target))
      return;
    const std::string input = module.summary.triple;
    if (module.isNative() && !linksObjects(target))
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
    for (InputFile &file : inputs.files)
      if (joined.contains(&file))
        for (InputModule &module : file.modules)
          (module.isNative() ? result.objects : result.modules)
              .push_back(&module);
  }

  using Visitor = function_ref<void(const InputModule &, const ModuleSymbol &)>;

  /// Calls \p visit for each symbol of what joined.
  void eachSymbol(Visitor visit) {
    for (ArrayRef<InputModule *> modules :
         {ArrayRef(result.modules), ArrayRef(result.objects)})
      for (const InputModule *module : modules)
        for (const ModuleSymbol &symbol : module->summary.symbols)
          visit(*module, symbol);
  }

  /// Calls \p visit for each definition that prevails.
  void eachDefinition(Visitor visit) {
    eachSymbol([&](const InputModule &module, const ModuleSymbol &symbol) {
      if (prevails(module, symbol))
        visit(module, symbol);
    });
  }

  void preserve(const InputModule &module, const ModuleSymbol &symbol,
                Reason reason, bool isVisible) {
    const bool isFunction = definedFunction(symbol, module.summary);
    auto [it, isNew] =
        result.preserved.insert({symbol.name, {reason, isVisible, isFunction}});
    it->second.isVisible |= isVisible;
  }

  void collectKernels() {
    eachDefinition([&](const InputModule &module, const ModuleSymbol &symbol) {
      if (isKernel(symbol, module.summary))
        preserve(module, symbol, Reason::Kernel, /*isVisible=*/true);
    });
  }

  void collectExports(const Exports &exports) {
    // Each definition counts, also where that of another input prevails.
    eachSymbol([&](const InputModule &module, const ModuleSymbol &symbol) {
      if (!symbol.isDefinition())
        return;
      const Symbol &known = *result.symbols.find(symbol.name);
      if (known.isDefined() &&
          known.visibility != GlobalValue::HiddenVisibility &&
          exports.covers(symbol, target.unlisted, module.file->lazy))
        addExport(*known.definition.module, *known.definition);
    });
    for (const std::string &name : exports.names) {
      const Symbol *symbol = result.symbols.find(name);
      if (!symbol || !symbol->isDefined())
        diag.note("ignored the export of '" + name + "': no input defines it");
      else
        addExport(*symbol->definition.module, *symbol->definition);
    }
  }

  void addExport(const InputModule &module, const ModuleSymbol &symbol) {
    const bool isKernel = target.family->exportsAreKernels() &&
                          definedFunction(symbol, module.summary);
    preserve(module, symbol, isKernel ? Reason::Kernel : Reason::Export,
             /*isVisible=*/true);
  }

  void collectHostVariables() {
    eachDefinition([&](const InputModule &module, const ModuleSymbol &symbol) {
      if (symbol.isHostVariable)
        preserve(module, symbol, Reason::HostVariable, /*isVisible=*/true);
    });
  }

  void preserveInBitcode(StringRef name, Reason reason) {
    const Symbol *known = result.symbols.find(name);
    if (known && known->isInBitcode())
      preserve(*known->definition.module, *known->definition, reason,
               /*isVisible=*/false);
  }

  void collectUsesOfObjects() {
    for (const InputModule *object : result.objects)
      for (const ModuleSymbol &symbol : object->summary.symbols)
        if (!symbol.isLocal())
          preserveInBitcode(symbol.name, Reason::Object);
  }

  void collectUsesOfAssembly() {
    for (const InputModule *module : result.modules)
      for (const ModuleSymbol &symbol : module->summary.symbols)
        if (symbol.isInAsm)
          preserveInBitcode(symbol.name, Reason::Assembly);
  }

  /// What lies in a section whose bounds are used belongs to whoever walks it.
  void collectSectionMembers() {
    if (!linksObjects(target))
      return;
    StringSet<> walked;
    eachSymbol([&](const InputModule &, const ModuleSymbol &symbol) {
      if (StringRef section = boundedSection(symbol.name);
          symbol.isReference() && !section.empty())
        walked.insert(section);
    });
    if (walked.empty())
      return;
    for (const InputModule *module : result.modules)
      for (const ModuleSymbol &symbol : module->summary.symbols) {
        if (!walked.contains(symbol.section) || symbol.isDeclaration)
          continue;
        result.sectionBounds.insert(("__start_" + symbol.section).str());
        result.sectionBounds.insert(("__stop_" + symbol.section).str());
        if (prevails(*module, symbol))
          preserve(*module, symbol, Reason::SectionMember,
                   /*isVisible=*/false);
      }
  }

  void collectRuntimeRoutines() {
    for (StringRef name : target.runtimeRoutines)
      preserveInBitcode(name, Reason::RuntimeRoutine);
  }

  Inputs &inputs;
  const ResolveTarget &target;
  Diagnostics &diag;
  DenseSet<const InputFile *> joined;
  Resolution result;
};

} // namespace

bool Resolution::mayBeSectionBound(StringRef symbol) const {
  if (sectionBounds.contains(symbol))
    return true;
  // Which sections these have is for the ELF link to see.
  return !boundedSection(symbol).empty() &&
         (!objects.empty() ||
          llvm::any_of(modules, [](const InputModule *module) {
            return module->summary.hasModuleAsm();
          }));
}

const ModuleSymbol *definedFunction(const ModuleSymbol &symbol,
                                    const ModuleSummary &summary) {
  const ModuleSymbol *target = &symbol;
  // An alias of an alias of ...; a cycle cannot be longer than the table.
  for (size_t i = 0; i <= summary.symbols.size(); ++i) {
    if (target->kind == ModuleSymbol::Kind::Function)
      return target->isDeclaration ? nullptr : target;
    if (target->kind != ModuleSymbol::Kind::Alias || target->aliasee < 0)
      return nullptr;
    target = &summary.symbols[target->aliasee];
  }
  return nullptr;
}

std::vector<StringRef> Resolution::names(Reason reason) const {
  std::vector<StringRef> names;
  for (const auto &[name, how] : preserved)
    if (how.reason == reason)
      names.push_back(name);
  return names;
}

std::vector<StringRef> Resolution::visibleBesideKernels() const {
  std::vector<StringRef> names;
  for (const auto &[name, how] : preserved)
    if (how.isVisible && how.reason != Reason::Kernel)
      names.push_back(name);
  return names;
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
  for (const auto &[name, how] : resolution.preserved)
    if (how.isVisible)
      os << (how.reason == Reason::Kernel ? "kernel " : "export ") << name
         << '\n';
  return text;
}

} // namespace llbc
