// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "offload/HostObject.h"

#include "offload/Bundle.h"
#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Messages.h"
#include "support/Modules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const llvm::Triple x86("x86_64-unknown-linux-gnu");

DeviceImage makeImage(const std::string &arch, const std::string &bytes) {
  DeviceImage image;
  image.kind = llvm::object::IMG_Object;
  image.triple = "amdgcn-amd-amdhsa";
  image.arch = arch;
  image.bytes = bytes;
  image.kernels = {"first", "second"};
  return image;
}

/// A host module of images with its context.
struct Host {
  explicit Host(OffloadKind kind, std::vector<DeviceImage> images,
                const std::string &name = "k")
      : images(std::move(images)) {
    HostPayload payload;
    payload.kind = kind;
    payload.images = this->images;
    payload.container = "container of " + this->images.front().bytes;
    payload.name = name;
    module = valueOf(makeHostModule(context, x86, payload));
  }

  std::string verify() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::verifyModule(*module, &os);
    return text;
  }

  /// The names of the groups of \p module.
  std::vector<std::string> groups() const {
    std::vector<std::string> names;
    for (const auto &entry : module->getComdatSymbolTable())
      names.push_back(entry.first().str());
    return names;
  }

  llvm::LLVMContext context;
  std::vector<DeviceImage> images;
  std::unique_ptr<llvm::Module> module;
};

constexpr OffloadKind allKinds[] = {OffloadKind::OpenMP, OffloadKind::Cuda,
                                    OffloadKind::Hip, OffloadKind::Raw};
constexpr OffloadKind registering[] = {OffloadKind::OpenMP, OffloadKind::Cuda,
                                       OffloadKind::Hip};

std::string text(const llvm::Module &module, llvm::StringRef name) {
  const llvm::GlobalVariable *variable = module.getNamedGlobal(name);
  REQUIRE(variable);
  return llvm::cast<llvm::ConstantDataSequential>(variable->getInitializer())
      ->getRawDataValues()
      .str();
}

} // namespace

TEST_CASE("host modules of all kinds verify and become objects",
          "[host-object]") {
  for (OffloadKind kind : allKinds)
    for (size_t count : {1, 2}) {
      std::vector<DeviceImage> images = {makeImage("gfx90a", "a")};
      if (count == 2)
        images.push_back(makeImage("gfx942", "bb"));
      Host host(kind, images);
      CHECK(host.verify() == "");
      CHECK(host.module->getTargetTriple() == x86);
      const std::string bytes = valueOf(emitHostObject(*host.module));
      const auto object = valueOf(llvm::object::ObjectFile::createELFObjectFile(
          llvm::MemoryBufferRef(bytes, "host.o")));
      CHECK(object->getArch() == llvm::Triple::x86_64);
      bool hasConstructor = false;
      for (const llvm::object::SectionRef &section : object->sections()) {
        llvm::StringRef name = valueOf(section.getName());
        CHECK_FALSE(name.starts_with(".ctors"));
        hasConstructor |= name.starts_with(".init_array");
      }
      CHECK(hasConstructor == (kind != OffloadKind::Raw));
    }
}

TEST_CASE("the group of a host module is named after its contents",
          "[host-object]") {
  for (OffloadKind kind : registering) {
    const auto groups = [&](const std::string &arch, const std::string &bytes) {
      return Host(kind, {makeImage(arch, bytes)}).groups();
    };
    REQUIRE(groups("gfx90a", "a").size() == 1);
    CHECK(groups("gfx90a", "a") == groups("gfx90a", "a"));
    CHECK(groups("gfx90a", "a") != groups("gfx90a", "b"));
    CHECK(groups("gfx90a", "a") != groups("gfx942", "a"));
  }
}

TEST_CASE("where one image ends and the next starts is part of the name",
          "[host-object]") {
  const auto groups = [](const std::string &first, const std::string &second) {
    return Host(OffloadKind::OpenMP,
                {makeImage("gfx90a", first), makeImage("gfx942", second)})
        .groups();
  };
  CHECK(groups("ab", "c") != groups("a", "bc"));
  CHECK(Host(OffloadKind::OpenMP, {makeImage("gfx90", "ax")}).groups() !=
        Host(OffloadKind::OpenMP, {makeImage("gfx90a", "x")}).groups());
}

TEST_CASE("the contents of a host module alone decide its name",
          "[host-object]") {
  DeviceImage one = makeImage("gfx90a", "a");
  DeviceImage other = one;
  other.name = "elsewhere";
  CHECK(Host(OffloadKind::OpenMP, {one}, "k").groups() ==
        Host(OffloadKind::OpenMP, {other}, "l").groups());
}

TEST_CASE("a module linked twice registers once", "[host-object]") {
  for (OffloadKind kind : registering) {
    Host host(kind, {makeImage("gfx90a", "a")});
    const std::string bytes = bitcode(*host.module);
    auto program = std::make_unique<llvm::Module>("program", host.context);
    program->setTargetTriple(x86);
    program->setDataLayout(host.module->getDataLayout());
    llvm::Linker linker(*program);
    const std::string ir = print(*host.module);
    for (int i = 0; i != 2; ++i)
      REQUIRE_FALSE(linker.linkInModule(parse(host.context, ir)));
    unsigned live = 0;
    const auto *list = llvm::cast<llvm::ConstantArray>(
        program->getNamedGlobal("llvm.global_ctors")->getInitializer());
    for (const llvm::Use &entry : list->operands())
      live += !llvm::cast<llvm::Constant>(
                   llvm::cast<llvm::ConstantStruct>(entry)->getOperand(1))
                   ->isNullValue();
    CHECK(live == 1);
  }
}

TEST_CASE("each image for libomptarget is a bundle of its own",
          "[host-object]") {
  const DeviceImage first = makeImage("gfx90a", "aaa");
  const DeviceImage second = makeImage("gfx942", "b");
  Host host(OffloadKind::OpenMP, {first, second});
  std::vector<std::string> found;
  for (const llvm::GlobalVariable &variable : host.module->globals())
    if (variable.getSection() == ".llvm.offloading")
      found.push_back(
          llvm::cast<llvm::ConstantDataSequential>(variable.getInitializer())
              ->getRawDataValues()
              .str());
  CHECK(found == std::vector<std::string>{
                     makeOffloadBinary(first, llvm::object::OFK_OpenMP),
                     makeOffloadBinary(second, llvm::object::OFK_OpenMP)});
}

TEST_CASE("the host's entries are kept, one for each kernel", "[host-object]") {
  for (OffloadKind kind : registering) {
    Host host(kind, {makeImage("gfx90a", "a"), makeImage("gfx942", "b")});
    for (const char *kernel : {"first", "second"}) {
      const llvm::GlobalVariable *entry = host.module->getNamedGlobal(
          std::string(".offloading.entry.") + kernel);
      REQUIRE(entry);
      CHECK(entry->hasExternalWeakLinkage());
      CHECK_FALSE(entry->use_empty());
    }
    CHECK(host.module->getNamedGlobal("llvm.used"));
  }
}

TEST_CASE("raw images are symbols that a program can name", "[host-object]") {
  Host host(OffloadKind::Raw, {makeImage("gfx90a", "image")}, "9-k.x");
  const llvm::Module &module = *host.module;
  CHECK(text(module, "_9_k_x") == std::string("image\0", 6));
  CHECK(text(module, "_9_k_x_kernels") == std::string("first\0second\0\0", 14));
  const auto *size = llvm::cast<llvm::ConstantInt>(
      module.getNamedGlobal("_9_k_x_size")->getInitializer());
  CHECK(size->getZExtValue() == 5);
  CHECK(size->getType()->isIntegerTy(64));
  CHECK(module.getNamedAlias("_9_k_x_end"));
  CHECK_FALSE(module.getNamedGlobal("llvm.global_ctors"));
}

TEST_CASE("several raw images have names of their own", "[host-object]") {
  Host host(OffloadKind::Raw,
            {makeImage("gfx90a:xnack+", "a"), makeImage("gfx90a:xnack-", "b")});
  std::vector<std::string> names;
  for (const llvm::GlobalValue &value : host.module->global_values()) {
    INFO(value.getName().str());
    CHECK(llvm::all_of(value.getName(),
                       [](char c) { return llvm::isAlnum(c) || c == '_'; }));
  }
}

TEST_CASE("other hosts are an error that names those there are",
          "[host-object]") {
  for (const char *triple :
       {"riscv64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "i686-linux-gnu",
        "nonsense", ""}) {
    llvm::LLVMContext context;
    HostPayload payload;
    const DeviceImage image = makeImage("gfx90a", "a");
    payload.images = image;
    const std::string error =
        errorText(makeHostModule(context, llvm::Triple(triple), payload));
    CHECK(contains(error, std::string("'") + triple + "'"));
    CHECK(contains(error, "aarch64-unknown-linux-gnu"));
  }
}
