// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/DeviceLibrary.h"

#include "input/BitcodeCheck.h"
#include "input/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/TimeProfiler.h"

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
  const std::string layout = module.getDataLayoutStr();
  callbacks.DataLayout = [&](StringRef, StringRef) { return layout; };
  Expected<std::unique_ptr<Module>> library = modules->front().getLazyModule(
      module.getContext(), /*ShouldLazyLoadMetadata=*/false,
      /*IsImporting=*/false, callbacks);
  if (!library)
    return library.takeError();
  (*library)->setTargetTriple(module.getTargetTriple());
  for (NamedMDNode &node : make_early_inc_range((*library)->named_metadata()))
    (*library)->eraseNamedMetadata(&node);
  return library;
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
  if (Linker::linkModules(module, std::move(*library), Linker::LinkOnlyNeeded))
    return createFileError(path, createStringError("cannot be linked"));
  return Error::success();
}

} // namespace llbc
