// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Merge.h"

#include "link/AssemblyNames.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Linker/IRMover.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace llbc {
namespace {

/// Makes the flags of debug information agree: the highest DWARF version wins,
/// and debug information of a format that this LLVM does not know is dropped.
void harmoniseDebugFlags(Module &module, StringRef name, Diagnostics &diag) {
  const unsigned version = getDebugMetadataVersionFromModule(module);
  if (version != 0 && version != DEBUG_METADATA_VERSION) {
    diag.warning(name, "ignored its debug information, which is of version " +
                           Twine(version) + ", not " +
                           Twine(unsigned(DEBUG_METADATA_VERSION)));
    StripDebugInfo(module);
    module.setModuleFlag(Module::Warning, "Debug Info Version",
                         DEBUG_METADATA_VERSION);
  }
  if (const unsigned dwarf = module.getDwarfVersion())
    module.setModuleFlag(Module::Max, "Dwarf Version", dwarf);
}

/// Which file each module flag has its value from, for messages.
class FlagOrigins {
public:
  /// Remembers the flags of \p module, from \p file.
  void add(const Module &module, StringRef file) {
    SmallVector<Module::ModuleFlagEntry> entries;
    module.getModuleFlagsMetadata(entries);
    for (const Module::ModuleFlagEntry &entry : entries)
      flags.push_back({entry.Key->getString(), entry.Val, file});
  }

  /// An error for \p conflict, which IRMover found: it names the merged module
  /// and not the file that came before. The last flags added are the culprit's.
  Error explain(Error conflict) const {
    const std::string text = toString(std::move(conflict));
    for (const Flag &ours : reverse(flags)) {
      if (!StringRef(text).contains("'" + ours.name.str() + "'"))
        continue;
      const auto *theirs = find_if(flags, [&](const Flag &other) {
        return other.name == ours.name && other.value != ours.value;
      });
      if (theirs != flags.end())
        return createStringError("the inputs disagree about the module flag '" +
                                 ours.name + "': " + describe(*theirs) +
                                 ", but " + describe(ours));
    }
    return createFileError(flags.empty() ? "" : flags.back().file,
                           createStringError(text));
  }

private:
  struct Flag {
    StringRef name;
    const Metadata *value;
    StringRef file;
  };

  static std::string describe(const Flag &flag) {
    std::string value;
    raw_string_ostream os(value);
    if (const auto *number =
            mdconst::dyn_extract_or_null<ConstantInt>(flag.value))
      os << number->getValue();
    else if (const auto *text = dyn_cast<MDString>(flag.value))
      os << text->getString();
    else
      os << "another value";
    return value + " in " + flag.file.str();
  }

  SmallVector<Flag, 0> flags;
};

/// Leaves the language version of OpenCL, of which a code object has one, to
/// the first of the inputs that states it, as where LLVM links them in order.
void keepFirstVersion(LiveSet &live) {
  for (StringRef name : {"opencl.ocl.version", "opencl.spir.version"}) {
    bool isStated = false;
    for (LiveModule &source : live.modules) {
      NamedMDNode *version = source.module->getNamedMetadata(name);
      if (!version || version->getNumOperands() == 0)
        continue;
      if (isStated)
        version->eraseFromParent();
      isStated = true;
    }
  }
}

/// Drops what only says in which ways LTO may take a module apart: a link here
/// is always one, and objects of -flto and of -flto=thin differ in it.
void dropLtoFlags(Module &module) {
  NamedMDNode *flags = module.getModuleFlagsMetadata();
  if (!flags)
    return;
  SmallVector<MDNode *> kept;
  for (MDNode *flag : flags->operands()) {
    const auto *name = dyn_cast_or_null<MDString>(flag->getOperand(1));
    if (!name || !is_contained({"EnableSplitLTOUnit", "ThinLTO", "UnifiedLTO"},
                               name->getString()))
      kept.push_back(flag);
  }
  flags->clearOperands();
  for (MDNode *flag : kept)
    flags->addOperand(flag);
}

/// The first of the names by which other modules know \p module's definitions.
StringRef firstName(const LiveModule &module) {
  StringRef first;
  for (const GlobalValue *value : module.values)
    if (!value->hasLocalLinkage() && !value->hasAppendingLinkage() &&
        (first.empty() || value->getName() < first))
      first = value->getName();
  return first;
}

/// The order in which to move modules. Local names that clash get a number by
/// that order, so it does not follow the inputs, unless the order of
/// constructors depends on it.
std::vector<size_t> mergeOrder(const LiveSet &live) {
  std::vector<StringRef> names(live.modules.size());
  std::vector<size_t> order(live.modules.size());
  size_t withConstructors = 0;
  for (size_t i = 0; i != order.size(); ++i) {
    order[i] = i;
    names[i] = firstName(live.modules[i]);
    const Module &module = *live.modules[i].module;
    if (module.getNamedValue("llvm.global_ctors") ||
        module.getNamedValue("llvm.global_dtors"))
      ++withConstructors;
  }
  if (withConstructors < 2)
    llvm::sort(order, [&](size_t a, size_t b) {
      return std::tie(names[a], a) < std::tie(names[b], b);
    });
  return order;
}

/// Drops what the constructors and destructors of a module go with (third field
/// of each entry): which of several copies runs is decided. LLVM would put
/// those into sections of their own, out of their order.
void dropAssociations(Module &module) {
  for (StringRef list : {"llvm.global_ctors", "llvm.global_dtors"}) {
    GlobalVariable *variable = module.getNamedGlobal(list);
    auto *entries = variable && variable->hasInitializer()
                        ? dyn_cast<ConstantArray>(variable->getInitializer())
                        : nullptr;
    if (!entries)
      continue;
    SmallVector<Constant *> plain;
    for (const Use &entry : entries->operands()) {
      auto *fields = dyn_cast<ConstantStruct>(entry);
      plain.push_back(cast<Constant>(entry));
      if (fields && fields->getNumOperands() == 3)
        plain.back() = ConstantStruct::get(
            fields->getType(),
            {fields->getOperand(0), fields->getOperand(1),
             Constant::getNullValue(fields->getOperand(2)->getType())});
    }
    variable->setInitializer(ConstantArray::get(entries->getType(), plain));
  }
}

/// Puts definitions in the order of their names, so that the order of the
/// inputs (for rustc: hashes in file names) does not show in the output.
void sortByName(Module &module) {
  auto byName = [](const GlobalValue &a, const GlobalValue &b) {
    return a.getName() < b.getName();
  };
  module.getFunctionList().sort(byName);
  SmallVector<GlobalVariable *> variables(make_pointer_range(module.globals()));
  llvm::sort(variables,
             [&](const auto *a, const auto *b) { return byName(*a, *b); });
  for (GlobalVariable *variable : variables) {
    module.removeGlobalVariable(variable);
    module.insertGlobalVariable(variable);
  }
}

} // namespace

Expected<std::unique_ptr<Module>>
mergeModules(LiveSet &live, LLVMContext &context, const Triple &triple,
             StringRef dataLayout, Diagnostics &diag) {
  TimeTraceScope scope("Merge");
  auto merged = std::make_unique<Module>("llvm-bitcode-linker", context);
  merged->setTargetTriple(triple);
  merged->setDataLayout(dataLayout);
  IRMover mover(*merged);
  StringSet<> seenAsm;
  FlagOrigins flags;
  keepFirstVersion(live);
  separateNamesInAssembly(live);
  for (size_t index : mergeOrder(live)) {
    LiveModule &source = live.modules[index];
    Module &module = *source.module;
    module.setTargetTriple(triple);
    UpgradeModuleFlags(module);
    harmoniseDebugFlags(module, source.input->file->name, diag);
    dropLtoFlags(module);
    // Two crates that include the same declaration mean one declaration.
    const std::string &assembly = module.getModuleInlineAsm();
    if (!assembly.empty() && !seenAsm.insert(assembly).second)
      module.setModuleInlineAsm("");
    flags.add(module, source.input->file->name);
    // All that is live is listed, so nothing is added on the way.
    if (Error err = mover.move(
            std::move(source.module), source.values,
            [](GlobalValue &, const IRMover::ValueAdder &) {},
            /*IsPerformingImport=*/false))
      return flags.explain(std::move(err));
  }
  // IRMover keeps the linkage of the reference that it meets first.
  for (const UndefinedSymbol &symbol : live.undefined)
    if (GlobalValue *value = merged->getNamedValue(symbol.name);
        value && !symbol.isWeak && value->hasExternalWeakLinkage())
      value->setLinkage(GlobalValue::ExternalLinkage);
  dropAssociations(*merged);
  sortByName(*merged);
  return merged;
}

} // namespace llbc
