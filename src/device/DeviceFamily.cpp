// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/DeviceFamily.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace llbc {

bool DeviceFamily::isSameSystem(const Triple &code,
                                const Triple &target) const {
  return code.getOS() == target.getOS() || code.getOS() == Triple::UnknownOS;
}

bool DeviceFamily::isKernel(StringRef /*name*/,
                            CallingConv::ID callingConv) const {
  return callingConv == CallingConv::PTX_Kernel ||
         callingConv == CallingConv::AMDGPU_KERNEL ||
         callingConv == CallingConv::SPIR_KERNEL;
}

std::string
DeviceFamily::tripleOf(const object::ELFObjectFileBase &object) const {
  return object.makeTriple().str();
}

Error DeviceFamily::readText(DeviceImage & /*image*/) const {
  return Error::success();
}

bool DeviceFamily::isKernelSymbol(const object::ELFSymbolRef &function,
                                  const StringSet<> &names) const {
  StringRef suffix = descriptorSuffix();
  return suffix.empty() ||
         names.contains((cantFail(function.getName()) + suffix).str());
}

ArrayRef<const DeviceFamily *> deviceFamilies() {
  static const DeviceFamily *const families[] = {
#define LLBC_DEVICE(name) &family##name(),
#include "device/Devices.def"
  };
  return families;
}

std::string listFamilies(StringRef separator, StringRef last) {
  std::string list;
  const ArrayRef<const DeviceFamily *> families = deviceFamilies();
  for (const DeviceFamily *family : families) {
    if (!list.empty())
      list += family == families.back() ? last : separator;
    list += family->triple();
  }
  return list;
}

static const DeviceFamily *
find(function_ref<bool(const DeviceFamily &)> isWanted) {
  const auto *found =
      llvm::find_if(deviceFamilies(), [&](const DeviceFamily *family) {
        return isWanted(*family);
      });
  return found == deviceFamilies().end() ? nullptr : *found;
}

const DeviceFamily *familyOf(const Triple &triple) {
  return find([&](const DeviceFamily &family) {
    return Triple(family.triple()).getArch() == triple.getArch();
  });
}

const DeviceFamily *familyOfProcessor(StringRef cpu) {
  return find([name = cpu.split(':').first](const DeviceFamily &family) {
    return family.ownsProcessor(name);
  });
}

const DeviceFamily *familyOfMachine(unsigned elfMachine) {
  return find([&](const DeviceFamily &family) {
    return family.elfMachine() == elfMachine;
  });
}

} // namespace llbc
