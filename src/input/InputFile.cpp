// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/InputFile.h"

#include "device/DeviceFamily.h"
#include "image/Arch.h"
#include "input/BitcodeCheck.h"
#include "input/FileKind.h"
#include "input/InputReader.h"
#include "input/ObjectScanner.h"
#include "input/RustAllocator.h"
#include "input/SharedLibrary.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;

namespace llbc {
namespace {

/// Whether \p member, `archive(file)`, is named like what compilers write.
bool mustBeCode(StringRef member) {
  member.consume_back(")");
  return member.ends_with(".o") || member.ends_with(".bc");
}

} // namespace

/// For bitcode of a newer LLVM, such as "LLVM23.1.0-rust-1.99.0": what can read
/// it.
static std::string cureForNewer(StringRef producer) {
  unsigned major = 0;
  if (!producer.consume_front("LLVM") || producer.consumeInteger(10, major) ||
      major <= LLVM_VERSION_MAJOR)
    return "";
  const std::string writer = "LLVM " + std::to_string(major);
  const StringRef release = producer.split("-rust-").second;
  return "; bitcode of " + writer +
         (release.empty() ? "" : " (rustc " + release.str() + ")") +
         " needs a linker built with " + writer +
         " or newer: see the table in docs/cargo.md";
}

std::string readerMessage(Error err, StringRef producer) {
  const std::string text = toString(std::move(err));
  // LLVM's reader adds the versions to some of its messages.
  StringRef reason = StringRef(text).split(" (Producer: ").first;
  std::string writer = producer.empty()
                           ? "producer unknown, "
                           : "produced by " + producer.str() + ", ";
  return "cannot read bitcode: " + reason.str() + " (" + writer +
         "read with LLVM " LLVM_VERSION_STRING ")" + cureForNewer(producer);
}

void InputReader::addPath(StringRef path, bool wholeArchive) {
  if (sys::fs::is_directory(path))
    return diag.error(
        path, std::make_error_code(std::errc::is_a_directory).message());
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFile(path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return diag.error(path, buffer.getError().message());
  sys::fs::UniqueID id;
  const bool isArchive =
      identify((*buffer)->getBuffer()) == FileKind::Archive &&
      !sys::fs::getUniqueID(path, id);
  if (isArchive && !offered.insert(id).second && !wholeArchive)
    return;
  inputs.paths.push_back(path.str());
  inputs.buffers.push_back(std::move(*buffer));
  if (isArchive)
    enclosing.push_back(id);
  addBuffer(*inputs.buffers.back(), path, /*lazy=*/false, /*inArchive=*/false,
            wholeArchive);
  if (isArchive)
    enclosing.pop_back();
}

void InputReader::addMemory(StringRef bytes, StringRef name,
                            bool wholeArchive) {
  // The readers count on the alignment that a file has.
  const bool isAligned = isAddrAligned(Align::Of<uint64_t>(), bytes.data());
  inputs.buffers.push_back(
      isAligned ? MemoryBuffer::getMemBuffer(bytes, name,
                                             /*RequiresNullTerminator=*/false)
                : MemoryBuffer::getMemBufferCopy(bytes, name));
  addBuffer(*inputs.buffers.back(), name, /*lazy=*/false, /*inArchive=*/false,
            wholeArchive);
}

void InputReader::addBuffer(MemoryBufferRef buffer, StringRef name, bool lazy,
                            bool inArchive, bool wholeArchive) {
  const std::string activity = ("reading " + name).str();
  PrettyStackTraceString trace(activity.c_str());
  switch (identify(buffer.getBuffer())) {
  case FileKind::Bitcode:
    return addBitcode(buffer, name, lazy);
  case FileKind::TextualIR:
    return addTextualIR(buffer, name, lazy);
  case FileKind::Archive:
    return addArchive(buffer, name, wholeArchive);
  case FileKind::Object:
    return addObject(buffer, name, lazy, inArchive);
  case FileKind::OffloadBinary:
    return addOffloadBinaries(buffer.getBuffer(), name, lazy,
                              /*isRegistered=*/false);
  case FileKind::ClangBundle:
    return addClangBundles(buffer.getBuffer(), name, lazy,
                           /*isRegistered=*/false);
  case FileKind::TextBundle:
    return addTextBundle(buffer.getBuffer(), name, lazy);
  case FileKind::Fatbin:
    return addFatbins(buffer.getBuffer(), name, lazy, /*isRegistered=*/false);
  case FileKind::Empty:
  case FileKind::Unknown:
    break;
  }
  if (addImage(buffer.getBuffer(), name))
    return;
  if (inArchive && mustBeCode(name) && buffer.getBufferSize() != 0)
    return diag.warning(name, "ignored: it is named like a compiled file, but "
                              "its contents are of no known format; it may be "
                              "damaged");
  if (inArchive)
    return diag.note("skipped " + name + ": not LLVM bitcode");
  diag.error(name, buffer.getBufferSize() == 0
                       ? "the file is empty"
                       : "not LLVM bitcode, an object file or an archive");
}

/// The processor that a package names, or "generic"; "" outside of packages.
static std::string processorOf(const PackagedCode *package) {
  if (package && package->arch.empty())
    return "generic";
  return package ? canonicalArch(package->arch) : "";
}

void InputReader::addBitcode(MemoryBufferRef buffer, StringRef name, bool lazy,
                             const PackagedCode *package) {
  Expected<BitcodeFileContents> contents = getBitcodeFileContents(
      MemoryBufferRef(buffer.getBuffer(), inputs.names.save(name)));
  if (!contents)
    return diag.error(name, readerMessage(contents.takeError(),
                                          readProducer(buffer.getBuffer())));
  if (contents->Mods.empty())
    return diag.error(name, "cannot read bitcode: there is no module in it");
  InputFile file;
  file.name = name.str();
  file.lazy = lazy;
  file.arch = processorOf(package);
  for (BitcodeModule &bitcode : contents->Mods) {
    InputModule module = {nullptr, bitcode, {}, {}};
    if (Error err = scanModule(bitcode, inputs.names, module.summary))
      return diag.error(name,
                        readerMessage(std::move(err), module.summary.producer));
    file.modules.push_back(std::move(module));
  }
  if (addEmbeddedObjects(file))
    return;
  inputs.files.push_back(std::move(file));
  for (InputModule &module : inputs.files.back().modules)
    module.file = &inputs.files.back();
}

// Text becomes bitcode at once, so that later stages know one form only.
void InputReader::addTextualIR(MemoryBufferRef buffer, StringRef name,
                               bool lazy, const PackagedCode *package) {
  LLVMContext context;
  bool isDebugInfoInvalid = false;
  // Debug information of another version is reported by whoever loads the
  // bitcode.
  context.setDiagnosticHandlerCallBack(
      [](const DiagnosticInfo *info, void *flag) {
        if (info->getKind() == DK_DebugMetadataInvalid)
          *static_cast<bool *>(flag) = true;
      },
      &isDebugInfoInvalid);
  SMDiagnostic parseError;
  std::unique_ptr<MemoryBuffer> text = MemoryBuffer::getMemBufferCopy(
      buffer.getBuffer(), buffer.getBufferIdentifier());
  std::unique_ptr<Module> module =
      parseAssembly(text->getMemBufferRef(), parseError, context);
  if (isDebugInfoInvalid && wantsDebug(config))
    diag.warning(name, "ignored its debug information, which is invalid");
  if (!module)
    return diag.error((name + ":" + Twine(parseError.getLineNo()) + ":" +
                       Twine(parseError.getColumnNo() + 1)),
                      parseError.getMessage());
  SmallVector<char, 0> bytes;
  raw_svector_ostream os(bytes);
  WriteBitcodeToFile(*module, os);
  inputs.buffers.push_back(std::make_unique<SmallVectorMemoryBuffer>(
      std::move(bytes), name, /*RequiresNullTerminator=*/false));
  addBitcode(*inputs.buffers.back(), name, lazy, package);
}

/// The bitcode that a compiler left in \p object beside its code; "" if none.
static Expected<StringRef> findBitcode(const object::ObjectFile &object) {
  for (const object::SectionRef &section : object.sections()) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    // clang -fembed-bitcode and rustc; clang -ffat-lto-objects.
    if (*name != ".llvmbc" && *name != ".llvm.lto")
      continue;
    Expected<StringRef> bitcode = section.getContents();
    // -fembed-bitcode=marker leaves an empty section.
    if (!bitcode || !bitcode->empty())
      return bitcode;
  }
  return StringRef();
}

/// After its own LTO, rustc leaves the bitcode of one crate beside code of all
/// of them: bitcode that lacks a definition of the object is no substitute.
bool InputReader::usesBitcode(const object::ELFObjectFileBase &object,
                              StringRef bitcode) {
  if (config.embeddedBitcode == EmbeddedBitcode::Ignored)
    return false;
  Expected<BitcodeFileContents> contents =
      getBitcodeFileContents(MemoryBufferRef(bitcode, ""));
  ModuleSummary native;
  Error err = joinErrors(scanObject(object, native),
                         contents ? Error::success() : contents.takeError());
  if (err) {
    // Whoever reads it next reports it.
    consumeError(std::move(err));
    return true;
  }
  StringSet<> defined;
  for (const BitcodeModule &module : contents->Mods) {
    ModuleSummary summary;
    if (Error scanError = scanModule(module, inputs.names, summary)) {
      consumeError(std::move(scanError));
      return true;
    }
    if (summary.hasModuleAsm())
      return true;
    for (const ModuleSymbol &symbol : summary.symbols)
      if (symbol.isDefinition())
        defined.insert(symbol.name);
  }
  const DeviceFamily *family = familyOfMachine(object.getEMachine());
  StringRef suffix = family ? family->descriptorSuffix() : StringRef();
  return llvm::all_of(native.symbols, [&](const ModuleSymbol &symbol) {
    StringRef name = symbol.name;
    return !symbol.isDefinition() || defined.contains(name) ||
           (!suffix.empty() && name.consume_back(suffix) &&
            defined.contains(name));
  });
}

void InputReader::addObject(MemoryBufferRef buffer, StringRef name, bool lazy,
                            bool inArchive) {
  Expected<std::unique_ptr<object::ObjectFile>> object =
      object::ObjectFile::createObjectFile(buffer);
  if (!object)
    return diag.error(name, object.takeError());
  if (addDeviceSections(**object, name, lazy))
    return;
  auto *elf = dyn_cast<object::ELFObjectFileBase>(object->get());
  const bool isRelocatable = elf && elf->getEType() == ELF::ET_REL;
  Expected<StringRef> bitcode = findBitcode(**object);
  if (!bitcode)
    return diag.error(name, bitcode.takeError());
  if (!bitcode->empty() && (!isRelocatable || usesBitcode(*elf, *bitcode)))
    return addBitcode(MemoryBufferRef(*bitcode, name), name, lazy);
  if (isRelocatable)
    return addNative(*elf, name, lazy);
  if (addImage(buffer.getBuffer(), name))
    return;
  const std::string kind = "a native file (" +
                           (*object)->getFileFormatName().str() +
                           ") that cannot be linked";
  if (inArchive)
    return diag.note("skipped " + name + ": " + kind);
  diag.error(name, kind);
}

void InputReader::addNative(const object::ELFObjectFileBase &object,
                            StringRef name, bool lazy,
                            const PackagedCode *package) {
  const DeviceFamily *family = familyOfMachine(object.getEMachine());
  if (family && !family->objectRefusal().empty())
    return diag.error(name, family->objectRefusal());
  InputModule module = {nullptr, std::nullopt, object.getMemoryBufferRef(), {}};
  if (Error err = scanObject(object, module.summary))
    return diag.error(name, std::move(err));
  inputs.files.push_back({name.str(), lazy});
  inputs.files.back().arch = processorOf(package);
  module.file = &inputs.files.back();
  module.file->modules.push_back(std::move(module));
}

void addSharedLibrary(Inputs &inputs, StringRef path, bool isSearched,
                      Diagnostics &diag) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return diag.error(path, buffer.getError().message());
  Expected<SharedLibrary> library =
      readSharedLibrary((*buffer)->getMemBufferRef());
  if (!library)
    return diag.error(path, library.takeError());
  const DeviceFamily *family = familyOfMachine(library->machine);
  if (!family || !family->usesSharedLibraries())
    return diag.error(path, "is a shared library for another processor");
  for (const std::string &name : library->names)
    inputs.librarySymbols.insert(name);
  inputs.libraries.push_back({path.str(), isSearched});
  if (!llvm::is_contained(inputs.paths, path))
    inputs.paths.push_back(path.str());
}

/// Whether the link can use shared libraries, as far as is known yet: there, as
/// for ld.lld, -l prefers them.
static bool usesSharedLibraries(const Config &config, const Inputs &inputs) {
  std::string triple = config.targetTriple;
  for (const InputFile &file : inputs.files)
    for (const InputModule &module : file.modules)
      if (triple.empty())
        triple = module.summary.triple;
  const DeviceFamily *family = familyOf(Triple(triple));
  return family && family->usesSharedLibraries();
}

void InputReader::addAllocatorShims() {
  constexpr StringRef name = "rustc's allocator shim";
  for (SmallVector<char, 0> &shim : makeAllocatorShims(inputs)) {
    inputs.buffers.push_back(std::make_unique<SmallVectorMemoryBuffer>(
        std::move(shim), name, /*RequiresNullTerminator=*/false));
    addBitcode(*inputs.buffers.back(), name, /*lazy=*/true);
  }
}

std::unique_ptr<Inputs> readInputs(const Config &config, Diagnostics &diag) {
  TimeTraceScope scope("Read inputs");
  auto inputs = std::make_unique<Inputs>();
  InputReader reader(*inputs, config, diag);
  for (const InputArg &arg : config.inputs) {
    if (arg.kind == InputArg::Kind::File) {
      reader.addPath(arg.value, arg.wholeArchive);
      continue;
    }
    if (arg.kind == InputArg::Kind::Buffer) {
      reader.addMemory(arg.bytes, arg.value, arg.wholeArchive);
      continue;
    }
    const bool isShared = usesSharedLibraries(config, *inputs);
    Expected<std::string> path =
        findLibrary(arg.value, config.searchDirs, isShared);
    if (!path)
      inputs->missingLibraries.emplace_back(arg.value,
                                            toString(path.takeError()));
    else if (isShared && isSharedLibrary(*path))
      addSharedLibrary(*inputs, *path, /*isSearched=*/true, diag);
    else
      reader.addPath(*path, arg.wholeArchive);
  }
  reader.addAllocatorShims();
  return inputs;
}

} // namespace llbc
