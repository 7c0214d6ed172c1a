// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "offload/HostObject.h"

#include "codegen/Emit.h"
#include "codegen/Target.h"
#include "image/Arch.h"
#include "offload/Bundle.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Frontend/Offloading/OffloadWrapper.h"
#include "llvm/Frontend/Offloading/Utility.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <mutex>

using namespace llvm;

namespace llbc {
namespace {

Expected<std::unique_ptr<TargetMachine>> hostMachine(const Triple &host) {
  if (host.getArch() == Triple::x86_64 && host.isOSLinux()) {
    // A device as well, which makes LLVM know it.
    if (Error err = Target::create(host).takeError())
      return err;
    return makeMachine(host, "x86-64", "", OptLevel::O2);
  }
  if (host.getArch() == Triple::aarch64 && host.isOSLinux()) {
    static std::once_flag once;
    std::call_once(once, [] {
      LLVMInitializeAArch64TargetInfo();
      LLVMInitializeAArch64Target();
      LLVMInitializeAArch64TargetMC();
      LLVMInitializeAArch64AsmPrinter();
    });
    return makeMachine(host, "generic", "", OptLevel::O2);
  }
  return createStringError("no host object can be made for '" + host.str() +
                           "'; use x86_64-unknown-linux-gnu or "
                           "aarch64-unknown-linux-gnu");
}

/// A name for what \p payload holds.
std::string contentHash(const HostPayload &payload) {
  BLAKE3 hash;
  hash.update(payload.container);
  for (const DeviceImage &image : payload.images) {
    hash.update(image.triple);
    hash.update(image.arch);
    hash.update(image.bytes);
  }
  constexpr size_t size = 16;
  return toHex(hash.final<size>(), /*LowerCase=*/true);
}

/// A local definition is not the same in two modules for those who link
/// bitcode; a hidden one of this name is.
void makeMergeable(GlobalObject &object, StringRef hash, Comdat &group) {
  object.setComdat(&group);
  if (!object.hasLocalLinkage())
    return;
  if (!object.getName().ends_with(hash))
    object.setName(object.getName() + "." + hash);
  object.setLinkage(GlobalValue::LinkOnceODRLinkage);
  object.setVisibility(GlobalValue::HiddenVisibility);
}

/// Puts all that \p module defines, and its constructors, into one group: a
/// linker keeps the first of equal ones.
void makeOneGroup(Module &module, StringRef hash) {
  Comdat *group = module.getOrInsertComdat("llbc.offload." + hash.str());
  for (GlobalObject &object : module.global_objects())
    if (!object.isDeclaration() && !object.hasAppendingLinkage() &&
        !object.getName().starts_with("llvm."))
      makeMergeable(object, hash, *group);
  GlobalVariable *list = module.getNamedGlobal("llvm.global_ctors");
  if (!list)
    return;
  std::vector<std::pair<Function *, int>> constructors;
  for (const Use &use :
       cast<ConstantArray>(list->getInitializer())->operands()) {
    const auto *entry = cast<ConstantStruct>(use);
    constructors.emplace_back(
        cast<Function>(entry->getOperand(1)),
        static_cast<int>(
            cast<ConstantInt>(entry->getOperand(0))->getZExtValue()));
  }
  list->eraseFromParent();
  for (const auto &[function, priority] : constructors)
    appendToGlobalCtors(module, function, priority, function);
}

/// Section garbage collection sees no use of the host's entries, which the
/// runtime finds between two symbols; lld drops them and then the symbols.
void retainEntries(Module &module, ArrayRef<DeviceImage> images) {
  SmallVector<GlobalValue *> retained;
  for (GlobalVariable &variable : module.globals())
    if (variable.getSection() == "llvm_offload_entries")
      retained.push_back(&variable);
  SmallVector<Constant *> entries;
  Type *const pointer = PointerType::getUnqual(module.getContext());
  StringSet<> seen;
  for (const DeviceImage &image : images)
    for (ArrayRef<std::string> names :
         {ArrayRef(image.kernels), ArrayRef(image.variables)})
      for (StringRef name : names)
        if (seen.insert(name).second)
          entries.push_back(new GlobalVariable(
              module, offloading::getEntryTy(module), /*isConstant=*/true,
              GlobalValue::ExternalWeakLinkage, nullptr,
              ".offloading.entry." + name));
  if (!entries.empty()) {
    auto *type = ArrayType::get(pointer, entries.size());
    retained.push_back(new GlobalVariable(
        module, type, /*isConstant=*/true, GlobalValue::InternalLinkage,
        ConstantArray::get(type, entries), ".llbc.entries"));
  }
  appendToUsed(module, retained);
}

/// A definition that the program's own code can name.
GlobalVariable *define(Module &module, const Twine &name, Constant *value,
                       Align alignment) {
  auto *variable =
      new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                         GlobalValue::ExternalLinkage, value, name);
  variable->setAlignment(alignment);
  return variable;
}

std::string identifier(StringRef text) {
  std::string name;
  for (const char c : text)
    name += isAlnum(c) ? c : '_';
  return name.empty() || isDigit(name.front()) ? "_" + name : name;
}

void defineRaw(Module &module, const DeviceImage &image, StringRef name) {
  LLVMContext &context = module.getContext();
  const Align alignment(16);
  Type *const word = Type::getInt64Ty(context);
  const size_t size = image.bytes.size();
  GlobalVariable *bytes =
      define(module, name,
             ConstantDataArray::getString(context, image.bytes,
                                          /*AddNull=*/true),
             alignment);
  GlobalAlias::create(
      Type::getInt8Ty(context), 0, GlobalValue::ExternalLinkage, name + "_end",
      ConstantExpr::getGetElementPtr(Type::getInt8Ty(context), bytes,
                                     ConstantInt::get(word, size)),
      &module);
  define(module, name + "_size", ConstantInt::get(word, size), Align(8));
  std::string kernels;
  for (StringRef kernel : image.kernels)
    (kernels += kernel) += '\0';
  define(module, name + "_kernels",
         ConstantDataArray::getString(context, kernels, /*AddNull=*/true),
         Align(1));
}

/// The names of constructors become names of groups, so \p suffix must differ
/// where contents do.
Error fill(Module &module, const HostPayload &payload, StringRef suffix) {
  // The wrapper takes pieces of a buffer that must be aligned.
  std::vector<std::unique_ptr<MemoryBuffer>> buffers;
  SmallVector<ArrayRef<char>> pieces;
  auto add = [&](const std::string &bytes) {
    buffers.push_back(MemoryBuffer::getMemBufferCopy(bytes));
    pieces.emplace_back(buffers.back()->getBufferStart(),
                        buffers.back()->getBufferSize());
  };
  switch (payload.kind) {
  case OffloadKind::Raw:
    for (const DeviceImage &image : payload.images)
      defineRaw(
          module, image,
          identifier(payload.images.size() == 1
                         ? payload.name
                         : payload.name + "_" + archIdentifier(image.arch)));
    return Error::success();
  case OffloadKind::OpenMP:
    for (const DeviceImage &image : payload.images)
      add(makeOffloadBinary(image, object::OFK_OpenMP));
    return offloading::wrapOpenMPBinaries(
        module, pieces, offloading::getOffloadEntryArray(module), suffix);
  case OffloadKind::Cuda:
    add(payload.container);
    return offloading::wrapCudaBinary(
        module, pieces.front(), offloading::getOffloadEntryArray(module),
        suffix,
        /*EmitSurfacesAndTextures=*/false); // CUDA 13 has no such functions.
  case OffloadKind::Hip:
    add(payload.container);
    return offloading::wrapHIPBinary(module, pieces.front(),
                                     offloading::getOffloadEntryArray(module),
                                     suffix);
  }
  llvm_unreachable("all kinds are listed");
}

} // namespace

// LLVM's own name for it differs from one distribution to the next.
std::string thisHost() {
  const Triple process(sys::getProcessTriple());
  return process.getArchName().str() + "-unknown-linux-gnu";
}

Error checkHost(const Triple &host) { return hostMachine(host).takeError(); }

Expected<std::unique_ptr<Module>> makeHostModule(LLVMContext &context,
                                                 const Triple &host,
                                                 const HostPayload &payload) {
  Expected<std::unique_ptr<TargetMachine>> machine = hostMachine(host);
  if (!machine)
    return machine.takeError();
  auto module = std::make_unique<Module>("llvm-bitcode-linker", context);
  module->setTargetTriple(host);
  module->setDataLayout((*machine)->createDataLayout());
  module->setPICLevel(PICLevel::BigPIC);
  const std::string hash = contentHash(payload);
  if (Error err = fill(*module, payload, "." + hash))
    return err;
  if (payload.kind == OffloadKind::Raw)
    return module;
  retainEntries(*module, payload.images);
  // The images in HIP's bundle lie on pages.
  if (payload.kind == OffloadKind::Hip)
    for (GlobalVariable &variable : module->globals())
      if (variable.getSection() == ".hip_fatbin")
        variable.setAlignment(Align(4096));
  makeOneGroup(*module, hash);
  return module;
}

Expected<std::string> emitHostObject(Module &module) {
  Expected<std::unique_ptr<TargetMachine>> machine =
      hostMachine(module.getTargetTriple());
  if (!machine)
    return machine.takeError();
  return emitCode(module, **machine, CodeGenFileType::ObjectFile);
}

} // namespace llbc
