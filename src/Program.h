// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stages 3 and 4: all code for one kind of device, resolved and merged. Images
// for several processors can be made of it.

#ifndef LLBC_PROGRAM_H
#define LLBC_PROGRAM_H

#include "codegen/Target.h"
#include "link/LiveSet.h"
#include "report/Outputs.h"
#include "report/Stages.h"
#include "report/Verify.h"

#include "llvm/IR/LLVMContext.h"

namespace llbc {

/// Constant once `link` has returned.
class Program {
public:
  /// \p inputs and \p exports must outlive the program.
  Program(const Config &config, Inputs &inputs, const Exports &exports,
          Diagnostics &diag)
      : config(config), inputs(inputs), exports(exports), diag(diag) {}

  /// Resolves and merges what \p scope selects. Returns false after an error,
  /// or if LLVM died, which \p stages then remembers.
  bool link(ResolveTarget scope, std::unique_ptr<Target> device,
            const Outputs &outputs, Stages &stages);

  const Target &target() const { return *device; }
  const Resolution &resolution() const { return resolved; }
  const Exports &exportRequest() const { return exports; }
  const Origins &origins() const { return names; }
  llvm::ArrayRef<LibraryInput> libraries() const { return inputs.libraries; }
  /// Whether a shared library among the inputs defines \p symbol.
  bool isInLibrary(llvm::StringRef symbol) const {
    return inputs.librarySymbols.contains(symbol);
  }
  llvm::ArrayRef<UndefinedSymbol> undefined() const { return live.undefined; }

  /// Whether there is bitcode in it; if not, it is all native objects.
  bool hasModule() const { return module != nullptr; }
  /// The module, once: for the only image.
  std::unique_ptr<llvm::Module> takeModule() { return std::move(module); }
  /// A copy of it in \p other.
  llvm::Expected<std::unique_ptr<llvm::Module>>
  copyModule(llvm::LLVMContext &other) const;
  /// The module in \p other, from the inputs if need be: for when the first one
  /// is lost.
  llvm::Expected<std::unique_ptr<llvm::Module>>
  remake(llvm::LLVMContext &other) const;
  /// Makes copyModule possible: from now on the module is there as bytes.
  void serialize();
  bool hasBytes() const { return !bytes.empty(); }

private:
  void resolveSymbols(const ResolveTarget &scope);
  void merge(const Outputs &outputs);
  LiveSet load(llvm::LLVMContext &into, Diagnostics &sink) const;
  std::unique_ptr<llvm::Module>
  mergeLive(LiveSet &loaded, llvm::LLVMContext &into, Diagnostics &sink) const;
  void checkInputsAgree(const LiveSet &loaded, Diagnostics &sink) const;

  const Config &config;
  Inputs &inputs;
  const Exports &exports;
  Diagnostics &diag;

  std::unique_ptr<Target> device;
  Resolution resolved;
  Origins names;
  llvm::LLVMContext context;
  LiveSet live;
  std::unique_ptr<llvm::Module> module;
  std::string bytes;
};

} // namespace llbc

#endif // LLBC_PROGRAM_H
