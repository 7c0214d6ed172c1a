// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the pipeline needs of a device to generate code for it. A new device is
// one new implementation of this interface and one of device/DeviceFamily.h.

#ifndef LLBC_CODEGEN_TARGET_H
#define LLBC_CODEGEN_TARGET_H

#include "llbc/Config.h"
#include "llbc/Diagnostics.h"

#include "codegen/ElfLink.h"
#include "codegen/Partition.h"
#include "device/DeviceFamily.h"
#include "link/Exports.h"
#include "report/DefinitionReport.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>

namespace llbc {

/// A module on its way into the link, and its file's name for messages.
struct NamedModule {
  llvm::Module *module = nullptr;
  llvm::StringRef name;
  llvm::ArrayRef<llvm::GlobalValue *> live; ///< What of it takes part.
};

/// A native object on its way into the image, likewise.
struct NamedObject {
  llvm::MemoryBufferRef bytes;
  llvm::StringRef name;
};

/// What the steps for one image know beside its module.
struct ImageSetting {
  const Config &config;
  const llvm::TargetMachine &machine;
  const Origins &origins; ///< For messages.
  /// What nothing in the inputs defines.
  llvm::ArrayRef<UndefinedSymbol> undefined;
  /// A note on the vendor's library that is missing and where it was looked
  /// for; "" if none is.
  std::string missingLibrary;
};

/// What Target::linkLibraries did.
struct LinkedLibraries {
  std::vector<std::string> files; ///< What was read.
  /// What they should define and do not.
  std::vector<UndefinedSymbol> undefined;
  /// Where a library is needed and not there: the note for ImageSetting.
  std::string missing;
};

class Target {
public:
  virtual ~Target() = default;

  /// The target for \p triple, or an error that lists those there are.
  static llvm::Expected<std::unique_ptr<Target>>
  create(const llvm::Triple &triple);

  const llvm::Triple &triple() const { return targetTriple; }

  /// The devices that its images are for.
  const DeviceFamily &family() const { return *deviceFamily; }

  /// What a link for this target makes where no kind is asked for.
  EmitKind imageKind() const { return family().imageKind(); }

  /// Makes what the inputs say about processors and ABI agree, or reports the
  /// files that contradict each other. Called before they are merged.
  virtual void prepareInputs(llvm::ArrayRef<NamedModule> modules,
                             llvm::ArrayRef<NamedObject> objects,
                             const Config &config, Diagnostics &diag) const;

  /// What becomes of definitions that are visible but not listed.
  virtual Unlisted unlisted(const Config &config) const;

  /// Checks the processor and features of \p config (where the processor is
  /// absent: that of \p module's kernels) and makes the machine for them.
  virtual llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
  createMachine(const Config &config, const llvm::Module &module) const = 0;

  /// Routines that code generation may call for this target and that neither
  /// the driver nor the device's process defines (LLVM's RuntimeLibcalls).
  std::vector<std::string> runtimeRoutines() const;

  /// Whether the driver or the device's runtime defines \p symbol.
  virtual bool isProvided(llvm::StringRef symbol) const = 0;

  /// Whether nothing outside the image can define its symbols when it is
  /// loaded.
  virtual bool isSelfContained() const { return true; }

  /// Where an undefined \p symbol usually comes from, as a note, or why it is
  /// undefined although the vendor's library \p isLibraryThere; "" if this
  /// target does not know.
  virtual std::string originHint(llvm::StringRef symbol,
                                 bool isLibraryThere) const;

  /// How much of \p wanted the output can hold for \p machine: never Free.
  virtual DebugLevel
  supportedDebug(DebugLevel wanted,
                 const llvm::TargetMachine &machine) const = 0;

  /// What linkLibraries uses of the inputs, if they define it, for an undefined
  /// symbol or an intrinsic called \p name.
  virtual std::vector<std::string> standIns(llvm::StringRef name,
                                            const Config &config) const;

  /// Adds what \p module needs of the vendor's libraries, before
  /// internalisation, and maps what the code generator cannot do to it. What is
  /// needed of a missing library stays as it is.
  virtual LinkedLibraries linkLibraries(llvm::Module &module,
                                        const ImageSetting &setting,
                                        Diagnostics &diag) const;

  /// Rewrites what the code generator cannot express, in an internalised
  /// module, before optimisation. Reports what has no equivalent.
  virtual void lower(llvm::Module &module, const ImageSetting &setting,
                     Diagnostics &diag) const = 0;

  /// The last step before code generation: gives local symbols names that the
  /// output can hold, and reports what code generation would drop, get wrong or
  /// die of.
  virtual void legalize(llvm::Module &module, const ImageSetting &setting,
                        Diagnostics &diag) const = 0;

  /// Stage 7 for an image that is text, from a legalised \p module, which is
  /// lost. \p remake makes it again, as bitcode, or returns "". "" after an
  /// error.
  virtual std::string emitText(llvm::Module &module,
                               llvm::TargetMachine &machine,
                               const ImageSetting &setting,
                               llvm::function_ref<std::string()> remake,
                               Diagnostics &diag) const;

  /// Whether emitText may be called for the partitions of a program, to be
  /// joined by joinTexts.
  virtual bool canJoinTexts(const ImageSetting &setting) const;

  /// The text for the whole program, from those for its partitions, which use
  /// the variables \p shared; "" if they cannot be joined.
  virtual std::string joinTexts(llvm::ArrayRef<PartText> parts,
                                const llvm::StringSet<> &shared,
                                Diagnostics &diag) const;

  /// What the ELF link is told where the command line does not say it.
  virtual std::vector<std::string> elfArgs() const;

  /// Words for the libraries of the system that an image may need, after the
  /// objects.
  virtual std::vector<std::string> elfLibraries() const;

  /// Whether -l\p name, where no such file is found, means what whoever loads
  /// the image has anyway.
  virtual bool providesLibrary(llvm::StringRef name) const;

  /// What must come before \p objects in the image, like the start files of a
  /// compiler.
  virtual llvm::Expected<std::optional<ElfObject>>
  startObject(llvm::ArrayRef<ElfObject> objects) const;

  /// Makes the objects' notes and symbols fit into one image, before they are
  /// linked. \p kernels must end up visible.
  virtual llvm::Error
  prepareObjects(llvm::MutableArrayRef<ElfObject> objects,
                 llvm::ArrayRef<llvm::StringRef> kernels) const;

protected:
  explicit Target(llvm::Triple triple)
      : targetTriple(std::move(triple)), deviceFamily(familyOf(targetTriple)) {}

private:
  llvm::Triple targetTriple;
  const DeviceFamily *deviceFamily;
};

/// LLVM's name for an optimisation level, for a code generator.
llvm::CodeGenOptLevel codeGenLevel(OptLevel level);

/// Makes a machine for \p triple; the processor and features must be valid.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
makeMachine(const llvm::Triple &triple, llvm::StringRef cpu,
            llvm::StringRef features, OptLevel level);

/// Checks that LLVM knows \p cpu and each of the comma-separated \p features
/// for \p triple; the error lists or names them.
llvm::Error checkProcessor(const llvm::Triple &triple, llvm::StringRef cpu,
                           llvm::StringRef features);

/// Replaces aliases of functions: their uses become uses of the function, and a
/// visible alias becomes a copy of it. A kernel's entry cannot be an alias on
/// any GPU. Reports aliases of a part of a function.
void replaceFunctionAliases(llvm::Module &module,
                            const DefinitionReport &report);

/// Implemented in src/codegen/<name>.
#define LLBC_DEVICE(name)                                                      \
  std::unique_ptr<Target> create##name##Target(const llvm::Triple &triple);
#include "device/Devices.def"

} // namespace llbc

#endif // LLBC_CODEGEN_TARGET_H
