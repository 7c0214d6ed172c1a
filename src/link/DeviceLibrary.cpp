// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/DeviceLibrary.h"

#include "input/BitcodeCheck.h"
#include "input/InputFile.h"
#include "support/SymbolName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace llbc {
namespace {

Expected<std::unique_ptr<Module>> openLibrary(Module &module,
                                              MemoryBufferRef bytes) {
  Expected<std::vector<BitcodeModule>> modules = getBitcodeModuleList(bytes);
  if (!modules)
    return modules.takeError();
  if (modules->size() != 1)
    return createStringError("there is not one module in it, but " +
                             Twine(modules->size()));
  if (Error err = checkReservations(modules->front()))
    return err;
  ParserCallbacks callbacks;
  const std::string &layout = module.getDataLayoutStr();
  callbacks.DataLayout = [&](StringRef, StringRef) { return layout; };
  Expected<std::unique_ptr<Module>> library = modules->front().getLazyModule(
      module.getContext(), /*ShouldLazyLoadMetadata=*/false,
      /*IsImporting=*/false, callbacks);
  if (!library)
    return library.takeError();
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setModuleInlineAsm("");
  StripDebugInfo(**library);
  for (NamedMDNode &node : make_early_inc_range((*library)->named_metadata()))
    (*library)->eraseNamedMetadata(&node);
  for (GlobalVariable &variable : make_early_inc_range((*library)->globals()))
    if (variable.hasAppendingLinkage())
      variable.eraseFromParent();
  return library;
}

/// Whether each function that \p module declares is one of the same type in
/// \p library, if it is there.
Error checkTypes(const Module &module, const Module &library) {
  for (const Function &function : module) {
    const GlobalValue *found = library.getNamedValue(function.getName());
    const auto *definition = dyn_cast_or_null<Function>(found);
    if (found && function.isDeclaration() && !function.isIntrinsic() &&
        (!definition ||
         definition->getFunctionType() != function.getFunctionType()))
      return createStringError(
          describeSymbol(function.getName()) +
          (definition ? " has another type there" : " is no function there"));
  }
  return Error::success();
}

/// Keeps the last message of a linker that otherwise only says that it failed.
class MessageKeeper : public DiagnosticHandler {
public:
  explicit MessageKeeper(std::string &message) : message(message) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() != DS_Error)
      return true;
    message.clear();
    raw_string_ostream os(message);
    DiagnosticPrinterRawOStream printer(os);
    info.print(printer);
    return true;
  }

private:
  std::string &message;
};

Error moveNeeded(Module &module, std::unique_ptr<Module> library) {
  LLVMContext &context = module.getContext();
  std::string message = "it cannot be linked";
  std::unique_ptr<DiagnosticHandler> outer = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<MessageKeeper>(message));
  const bool failed =
      Linker::linkModules(module, std::move(library), Linker::LinkOnlyNeeded);
  context.setDiagnosticHandler(std::move(outer));
  return failed ? createStringError(message) : Error::success();
}

} // namespace

Error linkDeviceLibrary(Module &module, StringRef path) {
  TimeTraceScope scope("Link device library", path);
  const std::string activity = ("reading " + path).str();
  PrettyStackTraceString trace(activity.c_str());
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFile(path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createFileError(path, buffer.getError());
  Expected<std::unique_ptr<Module>> library = openLibrary(module, **buffer);
  if (!library)
    return createFileError(
        path, createStringError(readerMessage(
                  library.takeError(), readProducer((*buffer)->getBuffer()))));
  if (Error err = checkTypes(module, **library))
    return createFileError(path, std::move(err));
  if (Error err = moveNeeded(module, std::move(*library)))
    return createFileError(path, std::move(err));
  return Error::success();
}

StringSet<> declaredNames(const Module &module) {
  StringSet<> names;
  for (const GlobalValue &value : module.global_values())
    if (value.isDeclaration() && !value.getName().starts_with("llvm."))
      names.insert(value.getName());
  return names;
}

std::vector<UndefinedSymbol> undefinedSince(const Module &module,
                                            const StringSet<> &before,
                                            StringRef library) {
  std::vector<UndefinedSymbol> missing;
  for (const GlobalValue &value : module.global_values())
    if (value.isDeclaration() && !value.use_empty() &&
        !value.getName().starts_with("llvm.") &&
        !before.contains(value.getName()))
      missing.push_back({value.getName().str(),
                         value.hasExternalWeakLinkage(),
                         {("looked for in " + library).str()}});
  return missing;
}

} // namespace llbc
