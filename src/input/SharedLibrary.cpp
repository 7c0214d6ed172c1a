// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/SharedLibrary.h"

#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;

namespace llbc {

Expected<SharedLibrary> readSharedLibrary(MemoryBufferRef bytes) {
  Expected<std::unique_ptr<ObjectFile>> object =
      ObjectFile::createELFObjectFile(bytes);
  if (!object)
    return object.takeError();
  const auto *file = dyn_cast<ELF64LEObjectFile>(object->get());
  const ELFObjectFileBase *elf = file;
  if (!elf || elf->getEType() != ELF::ET_DYN)
    return createStringError("is no shared library for this link");
  Expected<std::vector<VersionEntry>> versions = elf->readDynsymVersions();
  if (!versions)
    return versions.takeError();
  SharedLibrary library;
  library.machine = elf->getEMachine();
  size_t index = 0;
  for (const ELFSymbolRef symbol : elf->getDynamicSymbolIterators()) {
    // Of several versions, those who link with it get the default one.
    const bool isOldVersion = index < versions->size() &&
                              !(*versions)[index].Name.empty() &&
                              !(*versions)[index].IsVerDef;
    ++index;
    Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (!(*flags & SymbolRef::SF_Undefined) && !isOldVersion)
      library.names.push_back(name->str());
  }
  return library;
}

} // namespace llbc
