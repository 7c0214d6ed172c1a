// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/DeviceFamily.h"

#include "codegen/Target.h"
#include "support/Catch.h"
#include "support/Errors.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/TargetParser.h"

using namespace llbc;

namespace {

/// The processors that LLVM generates code for, of \p family.
std::vector<std::string> processorsOf(const DeviceFamily &family) {
  const llvm::Triple triple(family.triple());
  // Makes LLVM know the target.
  test::valueOf(Target::create(triple));
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  REQUIRE(target);
  const std::unique_ptr<llvm::MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, "", ""));
  std::vector<std::string> names;
  for (const auto &processor : info->getAllProcessorDescriptions())
    names.emplace_back(processor.Key);
  return names;
}

/// Whether runtimes call a processor so: not all names that LLVM takes are.
bool isUsed(llvm::StringRef name) {
  const auto amd = llvm::AMDGPU::parseArchAMDGCN(name);
  const bool isSecondName = amd != llvm::AMDGPU::GK_NONE &&
                            llvm::AMDGPU::getArchNameAMDGCN(amd) != name;
  return !name.starts_with("generic") && !isSecondName;
}

} // namespace

TEST_CASE("each family of devices has a code generator", "[device]") {
  for (const DeviceFamily *family : deviceFamilies()) {
    const auto target =
        test::valueOf(Target::create(llvm::Triple(family->triple())));
    CHECK(&target->family() == family);
    CHECK(target->imageKind() == family->imageKind());
    CHECK(family->makes(family->imageKind()));
    CHECK((family->imageKind() == EmitKind::Asm ||
           family->imageKind() == EmitKind::Elf));
  }
}

TEST_CASE("triples and machines lead back to their family", "[device]") {
  for (const DeviceFamily *family : deviceFamilies()) {
    CHECK(familyOf(llvm::Triple(family->triple())) == family);
    CHECK(familyOfMachine(family->elfMachine()) == family);
  }
  CHECK(familyOf(llvm::Triple("aarch64-unknown-linux-gnu")) == nullptr);
  CHECK(familyOfMachine(llvm::ELF::EM_AARCH64) == nullptr);
}

TEST_CASE("each processor that LLVM knows has one owner at most, and its "
          "family is that",
          "[device]") {
  for (const DeviceFamily *family : deviceFamilies()) {
    size_t owned = 0;
    for (const std::string &name : processorsOf(*family)) {
      size_t owners = 0;
      for (const DeviceFamily *other : deviceFamilies())
        owners += other->ownsProcessor(name) ? 1 : 0;
      INFO(name << " of " << family->triple().str());
      CHECK(owners <= 1);
      if (!isUsed(name))
        continue;
      CHECK(familyOfProcessor(name) == family);
      CHECK(familyOfProcessor(name + ":setting+") == family);
      ++owned;
    }
    CHECK(owned > 10);
  }
}

TEST_CASE("the processor that code has in common is the family's", "[device]") {
  for (const DeviceFamily *family : deviceFamilies())
    if (!family->commonProcessor().empty())
      CHECK(familyOfProcessor(family->commonProcessor()) == family);
}

TEST_CASE("a name that is no processor's has no owner", "[device]") {
  for (llvm::StringRef name : {"", "cortex-a53", "x86", ":sm_90", "SM_90"})
    CHECK(familyOfProcessor(name) == nullptr);
}

TEST_CASE("each family is listed once", "[device]") {
  CHECK(listFamilies(", ", " or ") ==
        "nvptx64-nvidia-cuda, amdgcn-amd-amdhsa or x86_64-unknown-linux-gnu");
}
