// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/ObjectScanner.h"

#include "codegen/Emit.h"
#include "codegen/Target.h"
#include "link/Resolve.h"
#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"

using namespace llbc;
using namespace llbc::test;
using llvm::GlobalValue;

namespace {

const char *const amdgpu = "amdgcn-amd-amdhsa";
const char *const x86 = "x86_64-unknown-linux-gnu";

/// \p ir as an ELF relocatable for \p name.
std::string objectFor(const char *name, const std::string &ir) {
  const llvm::Triple triple(name);
  llvm::LLVMContext context;
  const auto module =
      parse(context, "target datalayout = \"" + triple.computeDataLayout() +
                         "\"\ntarget triple = \"" + name + "\"\n" + ir);
  const auto target = valueOf(llbc::Target::create(triple));
  const auto machine = valueOf(makeMachine(
      triple, triple.isAMDGCN() ? "gfx90a" : "x86-64", "", OptLevel::O0));
  return valueOf(
      emitCode(*module, *machine, llvm::CodeGenFileType::ObjectFile));
}

/// An object and its scan.
class Scanned {
public:
  Scanned(const char *triple, const std::string &ir)
      : Scanned(objectFor(triple, ir)) {}
  explicit Scanned(std::string object) : bytes(std::move(object)) {
    file = valueOf(llvm::object::ObjectFile::createELFObjectFile(
        llvm::MemoryBufferRef(bytes, "n.o")));
    error = errorText(scanObject(
        llvm::cast<llvm::object::ELFObjectFileBase>(*file), summary));
  }

  const ModuleSymbol &operator[](llvm::StringRef name) const {
    for (const ModuleSymbol &symbol : summary.symbols)
      if (symbol.name == name)
        return symbol;
    FAIL("no symbol " << name.str());
    return summary.symbols.front();
  }
  bool isKernel(llvm::StringRef name) const {
    return (*this)[name].callingConv == llvm::CallingConv::AMDGPU_KERNEL;
  }

  std::string bytes;
  std::unique_ptr<llvm::object::ObjectFile> file;
  ModuleSummary summary;
  std::string error;
};

} // namespace

TEST_CASE("an object says which target it is for", "[object-scanner]") {
  const Scanned device(amdgpu, "");
  CHECK(llvm::Triple(device.summary.triple).isAMDGCN());
  const Scanned host(x86, "");
  CHECK(llvm::Triple(host.summary.triple).getArch() == llvm::Triple::x86_64);
}

TEST_CASE("definitions and references, weak and strong", "[object-scanner]") {
  const Scanned scan(x86, "declare void @needed()\n"
                          "declare extern_weak void @wanted()\n"
                          "@p = global ptr @wanted\n"
                          "define void @strong() {\n  call void @needed()\n"
                          "  ret void\n}\n"
                          "define weak void @weak() {\n  ret void\n}\n"
                          "define linkonce_odr void @inline() {\n"
                          "  ret void\n}\n"
                          "@q = global ptr @inline\n"
                          "define internal void @local() {\n  ret void\n}\n"
                          "@r = global ptr @local\n");
  CHECK(scan.error == "");
  CHECK(scan["strong"].isDefinition());
  CHECK_FALSE(GlobalValue::isWeakForLinker(scan["strong"].linkage));
  CHECK(scan["weak"].isDefinition());
  CHECK(GlobalValue::isWeakForLinker(scan["weak"].linkage));
  CHECK(GlobalValue::isWeakForLinker(scan["inline"].linkage));
  CHECK(scan["needed"].isReference());
  CHECK_FALSE(scan["needed"].isWeakReference());
  CHECK(scan["wanted"].isReference());
  CHECK(scan["wanted"].isWeakReference());
  CHECK(scan["local"].isLocal());
  CHECK_FALSE(scan["local"].isDefinition());
  CHECK_FALSE(scan["local"].isReference());
}

TEST_CASE("variables are not functions", "[object-scanner]") {
  const Scanned scan(x86, "@v = global i32 1\n"
                          "@c = constant i32 1\n"
                          "define void @f() {\n  ret void\n}\n");
  CHECK(scan["v"].kind == ModuleSymbol::Kind::Variable);
  CHECK(scan["c"].kind == ModuleSymbol::Kind::Variable);
  CHECK(scan["f"].kind == ModuleSymbol::Kind::Function);
}

TEST_CASE("a tentative definition gives way to a strong one",
          "[object-scanner]") {
  const Scanned scan(x86, "@v = common global i32 0\n");
  CHECK(scan["v"].isDefinition());
  CHECK(GlobalValue::isWeakForLinker(scan["v"].linkage));
}

TEST_CASE("visibility is read", "[object-scanner]") {
  const Scanned scan(x86, "@a = global i32 1\n"
                          "@b = hidden global i32 1\n"
                          "@c = protected global i32 1\n");
  CHECK(scan["a"].visibility == GlobalValue::DefaultVisibility);
  CHECK(scan["b"].visibility == GlobalValue::HiddenVisibility);
  CHECK(scan["c"].visibility == GlobalValue::ProtectedVisibility);
}

TEST_CASE("a function with a descriptor is a kernel, whatever its visibility",
          "[object-scanner]") {
  const Scanned scan(amdgpu,
                     "define amdgpu_kernel void @k() {\n  ret void\n}\n"
                     "define hidden amdgpu_kernel void @h() {\n  ret void\n}\n"
                     "define weak_odr amdgpu_kernel void @w() {\n"
                     "  ret void\n}\n"
                     "define void @f() {\n  ret void\n}\n");
  CHECK(scan.error == "");
  CHECK(scan.isKernel("k"));
  CHECK(scan.isKernel("h"));
  CHECK(scan.isKernel("w"));
  CHECK_FALSE(scan.isKernel("f"));
  CHECK_FALSE(scan.isKernel("k.kd"));
}

TEST_CASE("an alias of a kernel is a kernel; its neighbours are not",
          "[object-scanner]") {
  const Scanned scan(amdgpu,
                     "@same = alias void (), ptr @k\n"
                     "@function = alias void (), ptr @f\n"
                     "define void @f() {\n  ret void\n}\n"
                     "define amdgpu_kernel void @k() {\n  ret void\n}\n");
  CHECK(scan.isKernel("k"));
  CHECK(scan.isKernel("same"));
  CHECK_FALSE(scan.isKernel("f"));
  CHECK_FALSE(scan.isKernel("function"));
}

TEST_CASE("an internal kernel is no symbol of the link", "[object-scanner]") {
  const Scanned scan(amdgpu,
                     "define internal amdgpu_kernel void @k() {\n"
                     "  ret void\n}\n"
                     "@llvm.used = appending global [1 x ptr] [ptr @k]\n");
  CHECK(scan["k"].isLocal());
  CHECK_FALSE(scan["k"].isDefinition());
}

TEST_CASE("names point into the object", "[object-scanner]") {
  const Scanned scan(x86, "@v = global i32 1\n");
  const char *name = scan["v"].name.data();
  CHECK(name >= scan.bytes.data());
  CHECK(name < scan.bytes.data() + scan.bytes.size());
}

TEST_CASE("a symbol table that is damaged anywhere is read or reported",
          "[object-scanner]") {
  const std::string object =
      objectFor(amdgpu, "@same = alias void (), ptr @k\n"
                        "define amdgpu_kernel void @k() {\n  ret void\n}\n");
  const auto sections =
      valueOf(llvm::object::ObjectFile::createELFObjectFile({object, "n.o"}));
  unsigned errors = 0;
  for (const llvm::object::SectionRef &section : sections->sections()) {
    if (llvm::object::ELFSectionRef(section).getType() != llvm::ELF::SHT_SYMTAB)
      continue;
    const auto *const start = valueOf(section.getContents()).data();
    const size_t offset = start - object.data();
    for (size_t at = offset; at != offset + section.getSize(); ++at) {
      std::string damaged = object;
      damaged[at] = static_cast<char>(damaged[at] ^ 0xff);
      errors += Scanned(damaged).error.empty() ? 0 : 1;
    }
  }
  CHECK(errors > 0);
}
